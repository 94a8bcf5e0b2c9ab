import type { FieldValues } from 'react-hook-form';
import { useSession } from '#data/session.ts';
import { revise, submit, type FormDraft, type Submission } from '#data/submit.ts';
import type { Entry } from '#outbox/entry.ts';
import type { RecordFormProps } from './RecordForm.tsx';
import { withReadings } from './readings.ts';
import { useEntryBills, type BillBytes } from './useEntryBills.ts';

/** What differs between the kinds. `Row` includes undefined where the same form makes a new record. */
interface RecordEditorOptions<Row, Values, Input> {
  title: string;
  /** Names the draft, below the title. */
  place: string;
  /** The record to change; undefined: a new one. */
  row: Row;
  /** An unsent change of it, or the unsent new record, which is then what is being edited. */
  entry: Entry | undefined;
  /** The form's content at first: without an entry, and with one. */
  start: Values;
  startOf: (entry: Entry, bytes: BillBytes) => Values;
  /** What to send. `base`: the record that the change is made on. */
  command: (
    base: Row,
    values: Values,
    input: Input,
    context: { timeZone: string; email: string; draft: FormDraft },
  ) => Submission;
  onClose: () => void;
}

interface RecordEditor<Row, Values extends FieldValues, Input> {
  /** The record that the change is made on. */
  base: Row;
  /** For `RecordForm` or `ClaimForm`; null while the bills of the entry are being read. */
  form: Pick<
    RecordFormProps<Values, Input>,
    'title' | 'mode' | 'draftKey' | 'start' | 'refusal' | 'store' | 'onClose'
  > | null;
  /** Stores what else can be made of the form. */
  save: (command: Submission) => Promise<Entry>;
}

/** Names the draft of a record, or of its entry. */
export const placeOf = (entry: Entry | undefined, id: string): string => (entry ? `entry/${entry.id}` : id);

/** Names the draft of a form by its title and its place. */
export const draftKeyOf = (title: string, place: string): string => `${title}/${place}`;

/**
 * Opens a record in its form: a new one, a change, or either while it is still in the outbox. When the record has moved
 * on meanwhile, what it is now is shown and taken as the base (OB-10).
 *
 * Fields, rules, notices and the view of a record that cannot be changed stay with the kinds: no two have the same.
 * So does the day by which an unsent record is judged: trips take the day it was saved, local expenses only for a new
 * one, the others never (TM-2).
 */
export function useRecordEditor<Row, Values extends FieldValues, Input>({
  title,
  place,
  row,
  entry,
  start,
  startOf,
  command,
  onClose,
}: RecordEditorOptions<Row, Values, Input>): RecordEditor<Row, Values, Input> {
  const { timeZone, email } = useSession();
  const bytes = useEntryBills(entry);
  // An entry without an id makes a new record.
  const base =
    entry?.record.id === undefined
      ? row
      : ((entry.refusal?.current as Row | undefined) ?? (entry.base as Row | undefined) ?? row);
  const save = (change: Submission): Promise<Entry> => (entry ? revise(entry.id, change) : submit(change));
  return {
    base,
    save,
    form: bytes
      ? {
          title,
          mode: base === undefined ? 'create' : 'edit',
          draftKey: draftKeyOf(title, place),
          start: entry ? withReadings(startOf(entry, bytes), entry) : start,
          refusal: entry?.refusal,
          store: (values, input, draft) => save(command(base, values, input, { timeZone, email, draft })),
          onClose,
        }
      : null,
  };
}
