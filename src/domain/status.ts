import type { AdminStatus, CancellationStatus, FinanceStatus, ManagerStatus, TicketStatus } from '#contract/enums.ts';
import { CANCELLATION_CODES, STATUS_CODES } from '#contract/enums.ts';

/**
 * The many spellings of a status brought to a few meanings, and each meaning to its word and colour (STAT-1).
 */
export type StatusKey = 'pending' | 'approved' | 'rejected' | 'noShow' | 'notInitiated';
type AnyStatus = ManagerStatus | AdminStatus | FinanceStatus | CancellationStatus;

/** A new status on the wire does not compile until it has a meaning here; a rejection has two spellings (STAT-2). */
const MEANING: Record<AnyStatus, StatusKey> = {
  MANAGER_PENDING: 'pending',
  MANAGER_APPROVED: 'approved',
  MANAGER_REJECT: 'rejected',
  MANAGER_REJECTED: 'rejected',
  ADMIN_PENDING: 'pending',
  ADMIN_APPROVED: 'approved',
  ADMIN_REJECTED: 'rejected',
  FINANCE_PENDING: 'pending',
  FINANCE_APPROVED: 'approved',
  FINANCE_REJECT: 'rejected',
  NO_SHOW: 'noShow',
  NOT_INITIATED: 'notInitiated',
  PENDING: 'pending',
  APPROVED: 'approved',
  REJECTED: 'rejected',
};

/**
 * What a status means. Spellings of older servers are read by their part: APPROVED, else REJECT, else pending (STAT-1);
 * none at all is pending (STAT-3).
 */
export function statusOf(status: string | null | undefined): StatusKey {
  if (!status) return 'pending';
  if (Object.hasOwn(MEANING, status)) return MEANING[status as AnyStatus];
  if (status.includes('APPROVED')) return 'approved';
  return status.includes('REJECT') ? 'rejected' : 'pending';
}

const LABELS = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  noShow: 'No_show',
  notInitiated: 'Not initiated',
} as const satisfies Record<StatusKey, string>;
export type StatusLabel = (typeof LABELS)[StatusKey] | 'Accepted';

/** Colour names of the theme. Never the only carrier of the meaning: the word is beside it. */
const COLOURS = {
  pending: 'yellow',
  approved: 'green',
  rejected: 'red',
  noShow: 'gray',
  notInitiated: 'gray',
} as const satisfies Record<StatusKey, string>;
export type StatusColour = (typeof COLOURS)[StatusKey];

/** The word for a status. On a manager's expense cards an approved one reads 'Accepted' (STAT-4). */
export function statusLabel(status: string | null | undefined, on?: 'managerExpenseCard'): StatusLabel {
  const key = statusOf(status);
  return key === 'approved' && on === 'managerExpenseCard' ? 'Accepted' : LABELS[key];
}

export const statusColour = (status: string | null | undefined): StatusColour => COLOURS[statusOf(status)];

/** 'Uploaded' or 'Not Uploaded' (STAT-6). */
export const ticketLabel = (status: TicketStatus): string => (status === 'UPDATED' ? 'Uploaded' : 'Not Uploaded');

/** The spellings of each field. */
interface StoredStatus {
  manager: ManagerStatus;
  admin: AdminStatus;
  finance: FinanceStatus;
  cancellation: CancellationStatus;
}
export type StatusField = keyof StoredStatus;

const STORED: { readonly [F in StatusField]: Partial<Record<StatusKey, readonly StoredStatus[F][]>> } = {
  manager: {
    pending: ['MANAGER_PENDING'],
    approved: ['MANAGER_APPROVED'],
    rejected: ['MANAGER_REJECT', 'MANAGER_REJECTED'],
    noShow: ['NO_SHOW'],
  },
  admin: {
    pending: ['ADMIN_PENDING'],
    approved: ['ADMIN_APPROVED'],
    rejected: ['ADMIN_REJECTED'],
    noShow: ['NO_SHOW'],
  },
  finance: { pending: ['FINANCE_PENDING'], approved: ['FINANCE_APPROVED'], rejected: ['FINANCE_REJECT'] },
  cancellation: {
    pending: ['PENDING'],
    approved: ['APPROVED'],
    rejected: ['REJECTED'],
    notInitiated: ['NOT_INITIATED'],
  },
};

/**
 * The filter code of a meaning: 0 approved, 1 pending, 2 rejected, 3 no show or, of cancellations, not initiated
 * (LIST-1, STAT-5).
 */
export const codeOf = (key: StatusKey): number =>
  key === 'notInitiated' ? CANCELLATION_CODES.notInitiated : STATUS_CODES[key];

/** The stored spellings that filter codes select; an empty list when none of them exists for that field. */
export function storedStatuses<F extends StatusField>(field: F, codes: readonly string[]): StoredStatus[F][] {
  const stored: Partial<Record<StatusKey, readonly StoredStatus[F][]>> = STORED[field];
  const meanings = Object.keys(stored) as StatusKey[];
  return meanings.filter((key) => codes.includes(String(codeOf(key)))).flatMap((key) => stored[key] ?? []);
}

/** What a filter offers for a field, in the order of the codes. */
export function statusChoices(field: StatusField): { code: string; label: StatusLabel }[] {
  const meanings = Object.keys(STORED[field]) as StatusKey[];
  return meanings
    .map((key) => ({ code: String(codeOf(key)), label: LABELS[key] }))
    .sort((a, b) => Number(a.code) - Number(b.code));
}

/** The statuses of a claim that nobody has decided. */
export const UNDECIDED = { manager: 'MANAGER_PENDING', finance: 'FINANCE_PENDING' } as const satisfies {
  manager: ManagerStatus;
  finance: FinanceStatus;
};
