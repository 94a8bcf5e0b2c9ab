import { usersByCode, usersByEmail, usersByName } from '#contract/calls/users.ts';
import { CANCELLATION_CODES, PERSON_STATUSES, ROLES, STATUS_CODES, type DatePreset } from '#contract/enums.ts';
import type { FilterKey } from '#contract/query.ts';
import type { Person } from '#contract/user.ts';
import { PERSON_STATUS_WORDS, ROLE_WORDS } from '#domain/roles.ts';
import { statusChoices } from '#domain/status.ts';

export interface Code {
  code: string;
  label: string;
}

type PeopleLookUp = typeof usersByName | typeof usersByEmail | typeof usersByCode;

/** How the value of a filter is chosen. */
export type Control =
  | { kind: 'codes'; codes: readonly Code[] }
  | { kind: 'range'; presets: readonly DatePreset[] }
  | { kind: 'people'; endpoint: PeopleLookUp; textOf: (person: Person) => string; most?: number }
  | { kind: 'cities' }
  | { kind: 'texts'; most?: number }
  /** Typed into the list itself, not into the panel. */
  | { kind: 'words' };

export interface FilterEntry {
  label: string;
  control: Control;
}

const code = (value: number, label: string): Code => ({ code: String(value), label });
const statusCodes = [
  code(STATUS_CODES.pending, 'Pending'),
  code(STATUS_CODES.approved, 'Approved'),
  code(STATUS_CODES.rejected, 'Rejected'),
];
/** Trips have one more (ADM-6); lists of claims leave it out. */
const tripStatusCodes = [
  ...statusCodes,
  ...statusChoices('admin').filter((choice) => choice.code === String(STATUS_CODES.noShow)),
];
const cancellationCodes = [
  code(CANCELLATION_CODES.notInitiated, 'Not initiated'),
  code(CANCELLATION_CODES.pending, 'Pending'),
  code(CANCELLATION_CODES.approved, 'Approved'),
  code(CANCELLATION_CODES.rejected, 'Rejected'),
];
const PRESETS: readonly DatePreset[] = [
  'THIS_MONTH',
  'THIS_WEEK',
  'LAST_7_DAYS',
  'LAST_15_DAYS',
  'LAST_90_DAYS',
  'TODAY',
  'YESTERDAY',
];
const range: Control = { kind: 'range', presets: PRESETS };
const named = (...labels: string[]): Control => ({
  kind: 'codes',
  codes: labels.map((label, index) => code(index, label)),
});

/**
 * Every filter of every list, once: its label and how it is chosen (LIST-9). A list may give it another
 * label.
 */
export const CATALOGUE: Readonly<Record<FilterKey, FilterEntry>> = {
  USER_EMAIL: { label: 'Email', control: { kind: 'texts' } },
  MANAGER_EMAIL: { label: 'Email', control: { kind: 'texts', most: 1 } },
  // One person, where the others take several.
  EMAIL: {
    label: 'Email',
    control: { kind: 'people', endpoint: usersByEmail, textOf: (person) => person.email, most: 1 },
  },
  EMPLOYEE_NAME: {
    label: 'Employee name',
    control: { kind: 'people', endpoint: usersByName, textOf: (person) => person.name },
  },
  EMPLOYEE_EMAIL: {
    label: 'Employee email',
    control: { kind: 'people', endpoint: usersByEmail, textOf: (person) => person.email },
  },
  EMPLOYEE_CODE: {
    label: 'Employee code',
    control: { kind: 'people', endpoint: usersByCode, textOf: (person) => person.employeeCode },
  },
  MANAGER_APPROVAL_STATUS: { label: 'Manager approval status', control: { kind: 'codes', codes: tripStatusCodes } },
  FINANCE_APPROVAL_STATUS: { label: 'Finance approval status', control: { kind: 'codes', codes: statusCodes } },
  ADMIN_APPROVAL_STATUS: { label: 'Admin approval status', control: { kind: 'codes', codes: tripStatusCodes } },
  CANCELLATION_STATUS: { label: 'Cancellation status', control: { kind: 'codes', codes: cancellationCodes } },
  DATE_RANGE: { label: 'Expense date', control: range },
  MANAGER_APPROVAL_DATE: {
    label: 'Manager approval date',
    control: { kind: 'range', presets: [...PRESETS, 'LAST_FINANCIAL_DAYS'] },
  },
  FINANCE_APPROVAL_DATE: {
    label: 'Finance approval date',
    control: { kind: 'range', presets: [...PRESETS, 'FINANCIAL_YEAR'] },
  },
  DESTINATION: { label: 'Destination', control: { kind: 'cities' } },
  TRAVEL_EXPENSE_TYPE: {
    label: 'Travel expense type',
    control: named('Food', 'Conveyance', 'Accommodation', 'Others'),
  },
  LOCAL_EXPENSE_TYPE: { label: 'Local expense type', control: named('Mobile Bill', 'Others') },
  CONVEYANCE_TYPE: { label: 'Conveyance type', control: named('Cab', 'Self Car', 'Self Bike', 'Auto', 'Bus') },
  RECORD_KIND: { label: 'Kind', control: named('Travel request', 'Local expense', 'Travel expense', 'Conveyance') },
  TALLY_STATUS: { label: 'Status', control: named('Not exported', 'Exported', 'Posted', 'Failed') },
  ROLE: { label: 'Role', control: named(...ROLES.map((role) => ROLE_WORDS[role])) },
  PERSON_STATUS: { label: 'Status', control: named(...PERSON_STATUSES.map((status) => PERSON_STATUS_WORDS[status])) },
  COST_CENTRE: { label: 'Cost centre', control: { kind: 'texts' } },
  AUDIT_TOPIC: {
    label: 'What',
    control: named(
      'Sign-ins',
      'Refusals',
      'Exports',
      'Looks at others',
      'People',
      'Policy and settings',
      'Claims and trips',
      'Decisions',
      'Accounts and payments',
      'Campaigns',
    ),
  },
  SEARCH: { label: 'Search', control: { kind: 'words' } },
};

/** The statuses that a claim can have. */
export const CLAIM_STATUS_CODES = statusCodes.map((each) => each.code);

/** The use of a filter by one list. */
export interface FilterUse<Key extends FilterKey = FilterKey> {
  key: Key;
  label?: string;
  /** Its value while the address names none; a fixed filter goes back to it when cleared. */
  start?: string;
  /** The value may be changed, the chip not removed. */
  fixed?: boolean;
  /** Of a filter with codes: those that this list has. */
  codes?: readonly string[];
}

export const labelOf = (use: FilterUse): string => use.label ?? CATALOGUE[use.key].label;
