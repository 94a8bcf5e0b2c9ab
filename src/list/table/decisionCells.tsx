import { useId, type ReactElement, type ReactNode } from 'react';
import { MAX_REMARKS } from '#contract/limits.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { formatRupees } from '#domain/money.ts';
import { useAmountTyping } from '#ui/useAmountTyping.ts';
import type { DecisionField } from '../decision/definition.ts';
import type { InlineDecision } from '../decision/useInlineDecision.ts';
import styles from './Fields.module.css';

export interface DecideButtonsProps {
  id: string;
  /** What is to be done with it: decide it, revive it, or nothing. */
  offers: 'decide' | 'revive' | null;
  decision: InlineDecision;
  reachable: boolean;
  /** Shown in place of the buttons once a record is settled. */
  settled: ReactNode;
  /** Why the server will refuse to revive it, where that is known. */
  why?: string | undefined;
  onDecide: (approve: boolean) => void;
}

/** The end of a row: its decision, or what became of it. Each button's name ends with the record's id. */
export function DecideButtons({
  id,
  offers,
  decision,
  reachable,
  settled,
  why,
  onDecide,
}: DecideButtonsProps): ReactElement {
  const online = useOnline();
  const common = { type: 'button', tabIndex: reachable ? 0 : -1, disabled: decision.busy } as const;
  if (offers === 'decide') {
    return (
      <div className={styles.buttons}>
        <button
          {...common}
          className={`${styles.button} ${styles.reject}`}
          aria-label={`Reject ${id}`}
          onClick={() => onDecide(false)}
        >
          Reject
        </button>
        <button
          {...common}
          className={`${styles.button} ${styles.approve}`}
          aria-label={`Approve ${id}`}
          onClick={() => onDecide(true)}
        >
          Approve
        </button>
      </div>
    );
  }
  return (
    <div className={styles.buttons}>
      <span className={styles.settled}>{settled}</span>
      {offers === 'revive' ? (
        <button
          {...common}
          className={styles.button}
          aria-label={`Revive ${id}`}
          disabled={decision.busy || !online}
          title={online ? why : NEEDS_NETWORK}
          onClick={() => void decision.revive()}
        >
          Revive
        </button>
      ) : null}
    </div>
  );
}

export interface FieldInputProps<Row> {
  field: DecisionField<Row>;
  row: Row;
  id: string;
  decision: InlineDecision;
  /** The keyboard's way goes through it. */
  reachable: boolean;
  /** Its name is its placeholder, where no column names it. */
  named?: boolean;
}

/** A field of a decision in the row itself; its name ends with the record's id. */
export function FieldInput<Row>({
  field,
  row,
  id,
  decision,
  reachable,
  named = false,
}: FieldInputProps<Row>): ReactElement {
  const said = useId();
  const text = decision.texts[field.name] ?? '';
  const error = decision.errors[field.name];
  const set = (next: string): void => decision.set(field.name, next);
  const { own, change } = useAmountTyping(text, set);
  const amount = field.kind === 'amount';
  const whole = field.empty?.(row);
  return (
    <>
      <input
        ref={amount ? own : undefined}
        className={amount ? `${styles.input} ${styles.amount}` : styles.input}
        data-field={field.name}
        aria-label={`${field.label} ${id}`}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : said}
        tabIndex={reachable ? 0 : -1}
        autoComplete="off"
        value={text}
        placeholder={whole !== undefined ? formatRupees(whole) : named ? field.label : undefined}
        {...(amount
          ? { inputMode: 'decimal', onChange: change }
          : { maxLength: MAX_REMARKS, onChange: (event) => set(event.currentTarget.value) })}
      />
      {error === undefined ? null : (
        <p id={said} className={styles.error}>
          {error}
        </p>
      )}
    </>
  );
}
