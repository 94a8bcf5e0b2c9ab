import type { DataKind, PersonKind, PlanOfKind, StayReason } from '#contract/retention.ts';
import { formatDay } from '#domain/dates.ts';
import type { Period } from '#domain/retention.ts';

/** Retention in people's words. */

const KINDS: Readonly<Record<DataKind | PersonKind, string>> = {
  RECORDS: 'Claims and travel requests with their bills',
  PLACES: 'Places in pictures',
  CONTACTS: 'Contacts of campaigns',
  DEVICES: 'Sessions with their pushes',
  NOTIFICATIONS: 'Notifications',
  LOG: 'What the log says of sign-ins and reading',
  PROFILE: 'Profile',
};
export const kindText = (kind: string): string => KINDS[kind as DataKind] ?? kind;

export const PERIOD_WORDS: Readonly<Record<Period, { label: string; hint: string }>> = {
  recordYears: { label: KINDS.RECORDS, hint: 'Financial years after the one of the last day or payment' },
  placeDays: { label: KINDS.PLACES, hint: 'Days. The picture stays, without the place' },
  contactDays: { label: KINDS.CONTACTS, hint: 'Days from the last day known of them' },
  deviceDays: { label: KINDS.DEVICES, hint: 'Days from their last use' },
  notificationDays: { label: KINDS.NOTIFICATIONS, hint: 'Days' },
  logDays: { label: KINDS.LOG, hint: 'Days. Who did what and when stays' },
};

const WHY: Readonly<Record<StayReason, string>> = {
  PERIOD: 'within the period',
  HOLD: 'held',
  UNDECIDED: 'not decided',
  UNPAID: 'approved and not paid',
  IN_BATCH: 'in a Tally batch that is not posted',
  CLAIMS: 'with claims that stay',
};

const number = new Intl.NumberFormat('en-IN');

/** '3 KB', '1.4 MB'. */
const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

interface Weight {
  rows: number;
  files: number;
  bytes: number;
}
/** How much that is: '12, and 9 files of 4.1 MB'. */
export const weightText = ({ rows, files, bytes }: Weight): string =>
  files === 0
    ? number.format(rows)
    : `${number.format(rows)}, and ${number.format(files)} ${files === 1 ? 'file' : 'files'} of ${sizeText(bytes)}`;

/** What goes of a kind today. */
export const goesText = (plan: PlanOfKind): string =>
  plan.rows === 0
    ? 'Nothing'
    : `${weightText(plan)}${plan.more ? ' at once, and more the next night' : ''}` +
      `${plan.oldest === null ? '' : `; the oldest of ${formatDay(plan.oldest)}`}`;

/** What stays of it, and why. */
export const staysText = ({ stays }: PlanOfKind): string =>
  stays.map(({ why, rows }) => `${number.format(rows)} ${WHY[why]}`).join(', ') || 'Nothing';
