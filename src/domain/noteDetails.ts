import type { NoteDetails, NotifiableChange } from './notification.ts';
import { TYPE_WORDS } from './recordFace.ts';

/** What a notification knows of the change that it tells, taken from the audit log (NOTE-9). */

type Snapshot = Readonly<Record<string, unknown>>;

const text = (of: Snapshot, field: string): string => (typeof of[field] === 'string' ? of[field] : '');
const words = (said: string): string => (said.length > 120 ? `${said.slice(0, 119)}…` : said);

function titleOf({ recordKind, action }: NotifiableChange, after: Snapshot): string {
  if (recordKind === 'enquiry') return words(text(after, action === 'answer' ? 'answer' : 'question'));
  const [from, to] =
    recordKind === 'trip'
      ? [text(after, 'departureCity'), text(after, 'arrivalCity')]
      : [text(after, 'fromLocation'), text(after, 'toLocation')];
  if (from !== '' && to !== '') return words(`${from} to ${to}`);
  return (TYPE_WORDS as Readonly<Record<string, string>>)[text(after, 'type')] ?? '';
}

/** Of an approval what was approved, of a payment what was paid, else what is claimed. Whole paise; a trip has none. */
function paiseOf({ action }: NotifiableChange, after: Snapshot): number | null {
  const fields =
    action === 'manager-approve'
      ? ['managerAmount', 'claimAmount']
      : action === 'pay'
        ? ['paidAmount', 'financeAmount', 'claimAmount']
        : action === 'finance-approve'
          ? ['financeAmount', 'managerAmount', 'claimAmount']
          : ['claimAmount'];
  for (const field of fields) if (typeof after[field] === 'number') return after[field];
  return null;
}

/** `owner` and `by` are names: who raised the record, and who made the change. */
export function noteDetails(change: NotifiableChange, owner: string, by: string): NoteDetails {
  const after = change.after ?? {};
  return { owner, by, title: titleOf(change, after), paise: paiseOf(change, after) };
}
