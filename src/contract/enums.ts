/** Every enumeration of the wire, once. The code that filters use is the position in the list (LIM-2). */

export const PRIMARY_EXPENSE_TYPE = { local: 0, conveyance: 1, travel: 2 } as const;
export type PrimaryExpenseType = (typeof PRIMARY_EXPENSE_TYPE)[keyof typeof PRIMARY_EXPENSE_TYPE];

/** Everything a person can raise. A kind's position is its filter code. */
export const RECORD_KINDS = ['trip', 'localExpense', 'travelExpense', 'conveyance'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export const TRIP_TYPES = ['ONE_WAY', 'ROUND_TRIP'] as const;
export type TripType = (typeof TRIP_TYPES)[number];
export const TRAVEL_TYPES = ['DOMESTIC', 'INTERNATIONAL'] as const;
export type TravelType = (typeof TRAVEL_TYPES)[number];
export const TRAVEL_DONE_BY = ['SELF', 'CLIENT', 'CANDIDATE'] as const;
export type TravelDoneBy = (typeof TRAVEL_DONE_BY)[number];
export const TRAVEL_MODES = ['AIR', 'BUS', 'TRAIN', 'CAB', 'OWN_CAR', 'OTHER'] as const;
export type TravelMode = (typeof TRAVEL_MODES)[number];
export const TRAVEL_BOOKED_BY = ['SELF', 'ADMIN'] as const;
export type TravelBookedBy = (typeof TRAVEL_BOOKED_BY)[number];

export const TRAVEL_EXPENSE_TYPES = ['FOOD', 'CONVEYANCE', 'ACCOMMODATION', 'OTHER'] as const;
export type TravelExpenseType = (typeof TRAVEL_EXPENSE_TYPES)[number];
export const LOCAL_EXPENSE_TYPES = ['MOBILE_BILL', 'OTHERS'] as const;
export type LocalExpenseType = (typeof LOCAL_EXPENSE_TYPES)[number];
export const CONVEYANCE_TYPES = ['CAB', 'SELF_CAR', 'SELF_BIKE', 'AUTO', 'BUS'] as const;
export type ConveyanceType = (typeof CONVEYANCE_TYPES)[number];

/** What a limit of the expense policy does with what is beyond it. */
export const POLICY_ACTIONS = ['REFUSE', 'WARN'] as const;
/** Tiers of cities, the dearest first. */
export const CITY_TIERS = ['X', 'Y', 'Z'] as const;
export type CityTier = (typeof CITY_TIERS)[number];
/** What has a limit of a day by grade and tier: FOOD claims, ACCOMMODATION claims. */
export const DAILY_LIMITS = ['FOOD', 'ACCOMMODATION'] as const;
export type DailyLimit = (typeof DAILY_LIMITS)[number];

export const MANAGER_STATUSES = [
  'MANAGER_PENDING',
  'MANAGER_APPROVED',
  'MANAGER_REJECT',
  'MANAGER_REJECTED',
  'NO_SHOW',
] as const;
export type ManagerStatus = (typeof MANAGER_STATUSES)[number];
export const ADMIN_STATUSES = ['ADMIN_PENDING', 'ADMIN_APPROVED', 'ADMIN_REJECTED', 'NO_SHOW'] as const;
export type AdminStatus = (typeof ADMIN_STATUSES)[number];
export const FINANCE_STATUSES = ['FINANCE_PENDING', 'FINANCE_APPROVED', 'FINANCE_REJECT'] as const;
export type FinanceStatus = (typeof FINANCE_STATUSES)[number];
export const CANCELLATION_STATUSES = ['NOT_INITIATED', 'PENDING', 'APPROVED', 'REJECTED'] as const;
export type CancellationStatus = (typeof CANCELLATION_STATUSES)[number];
export const TICKET_STATUSES = ['NOT_UPDATED', 'UPDATED'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** Filter codes. A code's position is the number on the wire. */
export const STATUS_CODES = { approved: 0, pending: 1, rejected: 2, noShow: 3 } as const;
export const CANCELLATION_CODES = { approved: 0, pending: 1, rejected: 2, notInitiated: 3 } as const;

export const ROLES = [
  'manager',
  'finance',
  'financeDocument',
  'admin',
  'tallyAdmin',
  'orgAdmin',
  'campaign',
  'campaignManager',
  'caseManagement',
] as const;
export type Role = (typeof ROLES)[number];

/** Who keeps a person of the directory: an organisation admin, an imported file, or a SCIM client. */
export const PERSON_SOURCES = ['SCREEN', 'FILE', 'SCIM'] as const;
export type PersonSource = (typeof PERSON_SOURCES)[number];
/** A status' position is its filter code. */
export const PERSON_STATUSES = ['ACTIVE', 'LEFT'] as const;

/** What the audit log can be narrowed by (AUD-20). */
export const AUDIT_TOPICS = [
  'SIGN_INS',
  'REFUSALS',
  'EXPORTS',
  'VIEWS',
  'PEOPLE',
  'SETTINGS',
  'RECORDS',
  'DECISIONS',
  'ACCOUNTS',
  'CAMPAIGNS',
] as const;
export type AuditTopic = (typeof AUDIT_TOPICS)[number];

export const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic'] as const;
export type FileType = (typeof FILE_TYPES)[number];
/** Small pictures of a bill that the server makes (DOC-16). */
export const PREVIEW_SIZES = ['small', 'large'] as const;
export type PreviewSize = (typeof PREVIEW_SIZES)[number];

/** Presets of the date filters; `CUSTOM` carries its own range. */
export const DATE_PRESETS = [
  'THIS_MONTH',
  'THIS_WEEK',
  'LAST_7_DAYS',
  'LAST_15_DAYS',
  'LAST_90_DAYS',
  'TODAY',
  'YESTERDAY',
  'LAST_FINANCIAL_DAYS',
  'FINANCIAL_YEAR',
] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];

/** Of a voucher and of its batch. A status' position is its filter code. */
export const TALLY_STATUSES = ['NOT_EXPORTED', 'EXPORTED', 'POSTED', 'FAILED'] as const;
export const CAMPAIGN_STATUSES = ['PROCESSING', 'READY', 'FAILED'] as const;
