import { useId, type ReactElement } from 'react';
import { MAX_REMARKS } from '#contract/limits.ts';
import type { InlineDecision } from '../decision/useInlineDecision.ts';
import type { DecisionField } from '../decision/definition.ts';
import { useAmountTyping } from '#ui/useAmountTyping.ts';
import { formatRupees } from '#domain/money.ts';
import styles from './Fields.module.css';

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
