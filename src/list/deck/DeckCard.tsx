import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Failure, Notice } from '#ui/Notice.tsx';
import { faceOf, type Decided } from '../decision/command.ts';
import { DecisionBills } from '../decision/DecisionBills.tsx';
import { DecisionFields } from '../decision/DecisionFields.tsx';
import type { DecisionDef } from '../decision/definition.ts';
import { useDecide } from '../decision/useDecide.ts';
import styles from './Deck.module.css';
import { useDeckKeys } from './useDeckKeys.ts';
import { useSwipe } from './useSwipe.ts';

const Question = lazyPart(() => import('#ui/Question.tsx').then((module) => module.Question));

/** Felt where the device can: once for a yes, twice for a no. */
const PULSES = { approve: [18], reject: [18, 60, 18] } as const;

interface DeckMoves {
  skip: () => void;
  /** To the one that was skipped last; null: none was. */
  back: (() => void) | null;
  undo: () => void;
  ask: () => void;
}

export interface DeckCardProps<Row> {
  kind: Decided<Row>;
  def: DecisionDef<Row>;
  row: Row;
  email: string;
  timeZone: string;
  /** '3 of 25'. */
  place: string;
  /** In which capacity it is decided, where that does not go without saying. */
  capacity: string | null;
  /** What of the outbox holds it up, in place of the buttons that decide. */
  held: ReactNode;
  arrivedAt: number;
  moves: DeckMoves;
  /** What can still be undone, above the buttons. */
  undo: ReactNode;
  onDecided: (entry: Entry, text: string) => void;
}

/** One record of the deck: its bill large, what is to be known of it, and what can be done, in reach of a thumb. */
export function DeckCard<Row>({
  kind,
  def,
  row,
  email,
  timeZone,
  place,
  capacity,
  held,
  arrivedAt,
  moves,
  undo,
  onDecided,
}: DeckCardProps<Row>): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const [filling, setFilling] = useState<'approve' | 'reject' | null>(null);
  const { title, amount, day } = faceOf(kind, row);
  const name = amount === undefined ? title : `${title}, ${formatRupees(amount)}`;
  const open = held === null;
  const { form, busy, failure, asking, answer, decide } = useDecide({
    kind,
    def,
    row,
    email,
    open,
    arrivedAt,
    held: true,
    onDecided: (entry, approve) => {
      navigator.vibrate?.([...PULSES[approve ? 'approve' : 'reject']]);
      onDecided(entry, `${approve ? 'Approved' : 'Rejected'}: ${name}`);
    },
  });
  useEffect(() => {
    if (arrivedAt > 0) heading.current?.focus({ preventScroll: true });
    window.scrollTo?.(0, 0);
  }, [arrivedAt]);

  const press = (approve: boolean): void => {
    if (!open || busy) return;
    // Why it is rejected has to be said first.
    if (!approve) setFilling('reject');
    else
      void decide(true).then((complete) => {
        if (!complete) setFilling('approve');
      });
  };
  // What is not seen is not sent: the next press of 'Approve' is about the amount on the card.
  const cancel = (): void => {
    setFilling(null);
    form.reset();
  };
  const swipe = useSwipe(press);
  useDeckKeys({ approve: () => press(true), reject: () => press(false), ...moves });
  const inPart = def.fields.some((field) => field.kind === 'amount');
  const bills = def.bills(row);
  const warnings = def.warnings(row, timeZone);

  return (
    <article className={styles.card} aria-labelledby="deck-title" {...swipe}>
      <header className={styles.head}>
        <h2 id="deck-title" ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {amount === undefined ? null : <span className={styles.amount}>{formatRupees(amount)}</span>}
        <p className={styles.place}>
          <span>{place}</span>
          {day === undefined ? null : <span>{formatDay(day)}</span>}
          {capacity === null ? null : <span>{capacity}</span>}
        </p>
      </header>
      <div className={bills.length > 0 ? styles.split : undefined}>
        <div className={styles.bill}>
          <DecisionBills sources={bills} />
        </div>
        <div className={styles.side}>
          {warnings.map((warning) => (
            <Notice key={warning} tone="wait" icon="warning">
              {warning}
            </Notice>
          ))}
          <def.Details row={row} />
          <Failure text={failure} />
        </div>
      </div>
      <div className={styles.bar} data-pinned="bar">
        {undo}
        {held ?? (
          <div className={styles.decide}>
            <Action look="danger" busy={busy === 'reject'} disabled={busy !== null} onClick={() => press(false)}>
              Reject
            </Action>
            <Action look="primary" busy={busy === 'approve'} disabled={busy !== null} onClick={() => press(true)}>
              Approve
            </Action>
          </div>
        )}
        <div className={styles.more}>
          <Action small look="quiet" disabled={moves.back === null} onClick={() => moves.back?.()}>
            Back
          </Action>
          <Action small look="quiet" onClick={moves.skip}>
            Skip
          </Action>
          <Action small look="quiet" aria-haspopup="dialog" onClick={moves.ask}>
            Ask
          </Action>
          {inPart && open ? (
            <Action small look="quiet" aria-haspopup="dialog" onClick={() => setFilling('approve')}>
              Change amount
            </Action>
          ) : null}
        </div>
      </div>
      {filling ? (
        <Dialog
          small
          size={480}
          title={filling === 'approve' ? `Approve ${name}` : `Reject ${name}`}
          onClose={cancel}
          onSubmit={(event) => {
            event.preventDefault();
            void decide(filling === 'approve').then((complete) => {
              if (complete) setFilling(null);
            });
          }}
          footer={
            <>
              <Action onClick={cancel}>Cancel</Action>
              <Action type="submit" look={filling === 'approve' ? 'primary' : 'danger'} busy={busy !== null}>
                {filling === 'approve' ? 'Approve' : 'Reject'}
              </Action>
            </>
          }
        >
          <div className={styles.side}>
            <DecisionFields def={def} control={form.control} />
          </div>
        </Dialog>
      ) : null}
      {asking ? <Question {...asking} look="primary" onNo={() => answer(false)} onYes={() => answer(true)} /> : null}
    </article>
  );
}
