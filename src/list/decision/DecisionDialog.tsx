import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { KEYS, readLocal, writeLocal } from '#start/local.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action, IconAction } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import type { Decided } from './command.ts';
import styles from './Decision.module.css';
import { DecisionBills } from './DecisionBills.tsx';
import type { DecisionDef } from './definition.ts';
import { DecisionFields } from './DecisionFields.tsx';
import { revive } from './revive.ts';
import { useDecide } from './useDecide.ts';

const Question = lazyPart(() => import('#ui/Question.tsx').then((module) => module.Question));

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
  const [goOn, setGoOn] = useState(() => readLocal(KEYS.goOn) === true);
  const { form, busy, failure, asking, answer, decide } = useDecide({
    kind,
    def,
    row,
    email,
    open,
    arrivedAt,
    onDecided: (entry) => onDecided(entry, goOn),
  });
  const [reviving, setReviving] = useState(false);
  const client = useQueryClient();
  const online = useOnline();

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
      <Action look="danger" busy={busy === 'reject'} disabled={busy !== null} onClick={() => void decide(false)}>
        Reject
      </Action>
      <Action look="primary" busy={busy === 'approve'} disabled={busy !== null} onClick={() => void decide(true)}>
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
          <DecisionFields def={def} control={form.control} disabled={!open} />
          {failure ? (
            <Notice tone="bad" icon="warning" role="alert">
              {failure}
            </Notice>
          ) : null}
        </div>
      </div>
      {asking ? <Question {...asking} look="primary" onNo={() => answer(false)} onYes={() => answer(true)} /> : null}
    </Dialog>
  );
}
