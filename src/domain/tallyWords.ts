import { PRIMARY_EXPENSE_TYPE, type PrimaryExpenseType, type RecordKind } from '#contract/enums.ts';
import type { TallyBatch, TallyStatus } from '#contract/tally.ts';
import { dayOf, formatDay } from './dates.ts';
import { formatCount } from './money.ts';
import { KIND_WORDS, TYPE_WORDS } from './recordFace.ts';

/** Labels of the Tally screens (TALLY-1). */

interface StatusFace {
  label: string;
  colour: 'gray' | 'blue' | 'green' | 'red';
}

const STATUS: Readonly<Record<TallyStatus, StatusFace>> = {
  NOT_EXPORTED: { label: 'Not exported', colour: 'gray' },
  EXPORTED: { label: 'Exported', colour: 'blue' },
  POSTED: { label: 'Posted', colour: 'green' },
  FAILED: { label: 'Failed', colour: 'red' },
};
export const tallyStatusLabel = (status: TallyStatus): string => STATUS[status].label;
export const tallyStatusColour = (status: TallyStatus): StatusFace['colour'] => STATUS[status].colour;

const KINDS: Readonly<Record<PrimaryExpenseType, RecordKind>> = {
  [PRIMARY_EXPENSE_TYPE.local]: 'localExpense',
  [PRIMARY_EXPENSE_TYPE.conveyance]: 'conveyance',
  [PRIMARY_EXPENSE_TYPE.travel]: 'travelExpense',
};
/** 'Local expense'; a batch of several kinds, or of none, says so. */
export const claimKindWord = (kind: PrimaryExpenseType | null): string =>
  kind === null ? 'Several kinds' : KIND_WORDS[KINDS[kind]];
/** 'Mobile Bill'; a type that this build does not know reads as it came. */
export const claimTypeWord = (type: string): string => (TYPE_WORDS as Readonly<Record<string, string>>)[type] ?? type;

/** '01-11-2026 to 10-11-2026', of one day that day; '–' without vouchers. */
export function periodText({ from, to }: { from: number | null; to: number | null }, timeZone: string): string {
  if (from === null || to === null) return '–';
  const [first, last] = [formatDay(dayOf(from, timeZone)), formatDay(dayOf(to, timeZone))];
  return first === last ? first : `${first} to ${last}`;
}

/** How far a batch has come: '3 posted, 1 failed'; '' where its status says it all. */
export function progressText({ vouchers, posted, failed }: Pick<TallyBatch, 'vouchers' | 'posted' | 'failed'>): string {
  if (posted === vouchers || posted + failed === 0) return '';
  return [posted > 0 ? `${posted} posted` : '', failed > 0 ? `${failed} failed` : ''].filter(Boolean).join(', ');
}

/** '1 voucher', '1,204 vouchers'; without a word the number alone. */
export const counted = (count: number, one = '', many = one && `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`.trim();
