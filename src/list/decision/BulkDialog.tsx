import { useMemo, useState, type ReactElement } from 'react';
import { MAX_REMARKS } from '#contract/limits.ts';
import { useSession } from '#data/session.ts';
import { submitAll } from '#data/submit.ts';
import { formatRupees, toPaise, toRupees } from '#domain/money.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { toast } from '#ui/toast.ts';
import { bulkCommand, faceOf, inBatches, type Decided } from './command.ts';
import styles from './Decision.module.css';
import type { DecisionDef } from './definition.ts';

export interface BulkDialogProps<Row> {
  kind: Decided<Row>;
  def: DecisionDef<Row>;
  rows: readonly Row[];
  approve: boolean;
  /** What else to look at before, beside what the decision itself says. */
  warning?: string | null;
  onClose: () => void;
  /** The decision is safely on the device; `entry` is the last change of it. */
  onDecided: (entry: Entry) => void;
}

/** Records whose warnings are listed; of the others only the number is said. */
const LISTED = 3;

/** Which of these records to look at twice, and why, a line for each (MGR-15). */
function watchedLines<Row>(
  kind: Decided<Row>,
  def: DecisionDef<Row>,
  rows: readonly Row[],
  timeZone: string,
): { id: string; text: string }[] {
  const lines = rows.flatMap((row) => {
    const reasons = def.warnings(row, timeZone);
    const { title, amount } = faceOf(kind, row);
    const of = amount === undefined ? title : `${title}, ${formatRupees(amount)}`;
    return reasons.length === 0 ? [] : [{ id: kind.idOf(row), text: `${of}. ${reasons.join(' ')}` }];
  });
  const more = lines.length - LISTED;
  return more > 0 ? [...lines.slice(0, LISTED), { id: '', text: `And ${more} more.` }] : lines;
}

/** What is approved in all, where an amount is decided. */
function totalOf<Row>(def: DecisionDef<Row>, rows: readonly Row[]): string | null {
  const start = def.fields.find(({ kind }) => kind === 'amount')?.start;
  if (!start) return null;
  return formatRupees(toRupees(rows.reduce((paise, row) => paise + toPaise(Number(start(row))), 0)));
}

/** Asks once for many (MGR-17); titles and noun are the decision's. */
export function BulkDialog<Row>({
  kind,
  def,
  rows,
  approve,
  warning: aside = null,
  onClose,
  onDecided,
}: BulkDialogProps<Row>): ReactElement {
  const [remark, setRemark] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { timeZone } = useSession();

  const confirm = async (): Promise<void> => {
    const batches = inBatches(rows);
    const [first = []] = batches;
    const parsed = def.bulk.parse(bulkCommand(kind, def, first, approve, remark).body);
    if (!parsed.ok) {
      setError(parsed.message);
      toast.hint(parsed.message);
      return;
    }
    setBusy(true);
    setFailure(undefined);
    const batch = batches.length > 1 ? { id: crypto.randomUUID() } : undefined;
    try {
      onDecided(await submitAll(batches.map((part) => bulkCommand(kind, def, part, approve, remark, batch))));
    } catch (problem) {
      setFailure(`The decision is not saved. ${problem instanceof Error ? problem.message : ''}`.trim());
      setBusy(false);
    }
  };

  const warnings = [def.bulk.warning?.(approve, rows) ?? null, aside].filter((text) => text !== null);
  // Of a whole filter these are thousands, and each key of the remark draws again.
  const watched = useMemo(
    () => (approve ? watchedLines(kind, def, rows, timeZone) : []),
    [approve, kind, def, rows, timeZone],
  );
  const total = approve ? totalOf(def, rows) : null;

  return (
    <Dialog
      small
      size={480}
      title={approve ? def.bulk.titles.approve : def.bulk.titles.reject}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
      footer={
        <>
          <Action onClick={onClose}>Cancel</Action>
          <Action type="submit" look={approve ? 'primary' : 'danger'} busy={busy}>
            Confirm
          </Action>
        </>
      }
    >
      <p className={styles.text}>
        {`Please confirm if you wish to ${approve ? 'approve' : 'reject'} ${def.bulk.noun} for selected ` +
          `(${rows.length}) list`}
      </p>
      {total === null ? null : <p className={styles.text}>{`Total: ${total}`}</p>}
      {watched.length === 0 ? null : (
        <div className={styles.warning}>
          <Notice tone="wait" icon="warning">
            {watched.map(({ id, text }) => (
              <span key={id} className={styles.line}>
                {text}
              </span>
            ))}
          </Notice>
        </div>
      )}
      {warnings.map((text) => (
        <div key={text} className={styles.warning}>
          <Notice tone="wait" icon="warning">
            {text}
          </Notice>
        </div>
      ))}
      <TextArea
        label="Add Remark:"
        value={remark}
        maxLength={MAX_REMARKS}
        error={error}
        onChange={(text) => {
          setRemark(text);
          setError(undefined);
        }}
      />
      {failure ? (
        <Notice tone="bad" icon="warning" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Dialog>
  );
}
