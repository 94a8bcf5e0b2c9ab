import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { FormAmount, FormText } from '#form/fields.tsx';
import { MAX_REMARKS } from '#contract/limits.ts';
import { KEYS, readLocal, writeLocal } from '#start/local.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { submit } from '#data/submit.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action, IconAction } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import { decisionCommand, type Decided } from './command.ts';
import styles from './Decision.module.css';
import { DecisionBills } from './DecisionBills.tsx';
import type { DecisionDef } from './definition.ts';
import { bodyOf, textsOf, type DecisionTexts } from './fields.ts';
import { revive } from './revive.ts';

const Question = lazyPart(() => import('#ui/Question.tsx').then((module) => module.Question));

/** Time within which a second tap counts as a double tap. */
const DOUBLE_TAP_MS = 400;

export interface DecisionDialogProps<Row> {
  kind: Decided<Row>;
  def: DecisionDef<Row>;
  row: Row;
  email: string;
  timeZone: string;
  /** Another person's queue is shown, or a decision of this record waits already: nothing can be decided. */
  readOnly?: string | undefined;
  /** This record's place in the queue, and how to walk it. */
  walk: { at: number; of: number; previous: (() => void) | null; next: (() => void) | null };
  /** When it came up by itself after a decision on another, by `performance.now()`; 0 when somebody opened it. */
  arrivedAt?: number;
  onClose: () => void;
  /** A decision is safely on the device; `goOn`: its maker wants the next of the queue at once. */
  onDecided: (entry: Entry, goOn: boolean) => void;
}

/**
 * One record with its bills, to approve or to reject; once settled, to look at (MGR-1, MGR-18). Its titles are the
 * decision's of each kind; where a decision leads is in ../ListDialogs.tsx (MGR-22, MGR-29).
 */
export function DecisionDialog<Row>({
  kind,
  def,
  row,
  email,
  timeZone,
  readOnly,
  walk,
  arrivedAt = 0,
  onClose,
  onDecided,
}: DecisionDialogProps<Row>): ReactElement {
  const may = def.can(row, email);
  const closed = readOnly ?? (!may.ok && may.code === 'FORBIDDEN' ? may.message : undefined);
  const open = closed === undefined && may.ok;
  const form = useForm<DecisionTexts>({ defaultValues: textsOf(def.fields, row, open) });
  const [busy, setBusy] = useState<'approve' | 'reject' | null>(null);
  const [goOn, setGoOn] = useState(() => readLocal(KEYS.goOn) === true);
  const [failure, setFailure] = useState<string>();
  const [reviving, setReviving] = useState(false);
  const client = useQueryClient();
  const online = useOnline();
  const [asking, setAsking] = useState<{ title: string; text: string; yes: string; approve: boolean } | null>(null);

  const decide =
    (approve: boolean, asked = false) =>
    async (): Promise<void> => {
      // The second half of a double tap on the one before is no decision on this one.
      if (busy || (arrivedAt > 0 && performance.now() - arrivedAt < DOUBLE_TAP_MS)) return;
      form.clearErrors();
      setFailure(undefined);
      const body = bodyOf(def.fields, form.getValues());
      const parsed = def.parse(approve, body, row);
      if (!parsed.ok) {
        const wrong = def.fields.filter(({ name }) => parsed.errors[name] !== undefined);
        wrong.forEach(({ name }, index) =>
          form.setError(name, { message: parsed.errors[name] ?? '' }, { shouldFocus: index === 0 }),
        );
        toast.hint(parsed.message);
        return;
      }
      const question = def.asks?.(approve, row) ?? null;
      if (question && !asked) {
        setAsking({ ...question, approve });
        return;
      }
      setBusy(approve ? 'approve' : 'reject');
      try {
        onDecided(await submit(decisionCommand(kind, def, row, approve, body, email)), goOn);
      } catch (error) {
        setFailure(`The decision is not saved. ${error instanceof Error ? error.message : ''}`.trim());
      } finally {
        setBusy(null);
      }
    };

  const revivable = closed === undefined && def.revive?.offered(row) === true;
  const takeBack = async (): Promise<void> => {
    if (!online) {
      toast.hint(NEEDS_NETWORK);
      return;
    }
    setReviving(true);
    const done = await revive(client, def, row, email);
    setReviving(false);
    if (done) onClose();
  };

  const tools =
    walk.of > 1 ? (
      <div className={styles.walk}>
        <IconAction icon="back" name="Previous request" disabled={!walk.previous} onClick={() => walk.previous?.()} />
        <span className={styles.walkCount} aria-live="polite">{`${walk.at + 1} of ${walk.of}`}</span>
        <IconAction icon="next" name="Next request" disabled={!walk.next} onClick={() => walk.next?.()} />
      </div>
    ) : null;
  const footer = open ? (
    <>
      {walk.of > 1 ? (
        <label className={styles.goOn}>
          <input
            type="checkbox"
            checked={goOn}
            onChange={(event) => {
              setGoOn(event.currentTarget.checked);
              writeLocal(KEYS.goOn, event.currentTarget.checked);
            }}
          />
          Then show the next one
        </label>
      ) : null}
      <Action look="danger" busy={busy === 'reject'} disabled={busy !== null} onClick={() => void decide(false)()}>
        Reject
      </Action>
      <Action look="primary" busy={busy === 'approve'} disabled={busy !== null} onClick={() => void decide(true)()}>
        Approve
      </Action>
    </>
  ) : (
    <>
      {revivable ? (
        <Action busy={reviving} refused={online ? undefined : NEEDS_NETWORK} onClick={() => void takeBack()}>
          Revive
        </Action>
      ) : null}
      <Action onClick={onClose}>Close</Action>
    </>
  );
  const bills = def.bills(row);

  return (
    <Dialog
      title={open ? def.titles.pending : def.titles.settled}
      size={bills.length > 0 ? 960 : 560}
      tools={tools}
      footer={footer}
      onClose={onClose}
    >
      <div className={bills.length > 0 ? styles.split : undefined}>
        <DecisionBills sources={bills} />
        <div className={styles.side}>
          {closed ? (
            <Notice tone="info" icon="clock">
              {closed}
            </Notice>
          ) : null}
          {def.warnings(row, timeZone).map((warning) => (
            <Notice key={warning} tone="wait" icon="warning">
              {warning}
            </Notice>
          ))}
          <def.Details row={row} />
          {def.fields.map(({ name, label, kind: typed }) =>
            typed === 'amount' ? (
              <FormAmount key={name} control={form.control} name={name} label={label} disabled={!open} />
            ) : (
              <FormText
                key={name}
                control={form.control}
                name={name}
                label={label}
                disabled={!open}
                maxLength={MAX_REMARKS}
              />
            ),
          )}
          {failure ? (
            <Notice tone="bad" icon="warning" role="alert">
              {failure}
            </Notice>
          ) : null}
        </div>
      </div>
      {asking ? (
        <Question
          {...asking}
          look="primary"
          onNo={() => setAsking(null)}
          onYes={() => {
            setAsking(null);
            void decide(asking.approve, true)();
          }}
        />
      ) : null}
    </Dialog>
  );
}
