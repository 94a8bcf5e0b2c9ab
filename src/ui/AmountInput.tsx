import { useId, useLayoutEffect, useRef, type ChangeEvent, type ReactElement, type Ref } from 'react';
import { MAX_AMOUNT_TEXT } from '#contract/limits.ts';
import { groupTyped } from '#domain/money.ts';
import { acceptAmount, caretAfter } from './amountTyping.ts';
import styles from './Field.module.css';
import { FieldFrame, describedBy, type FieldProps } from './FieldFrame.tsx';

export interface AmountInputProps extends FieldProps {
  /** The text as typed, grouped. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** Rupees: numeric keypad, rupee sign, Indian grouping while typing, the caret staying where it was. */
export function AmountInput({ value, onChange, onBlur, inputRef, ...field }: AmountInputProps): ReactElement {
  const id = useId();
  const own = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== own.current) return;
    own.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const typed = event.currentTarget.value;
    const text = acceptAmount(typed, MAX_AMOUNT_TEXT);
    // A full field takes no further character, wherever the caret stands: cutting the end off would change the amount.
    const full = value.replaceAll(',', '').length >= MAX_AMOUNT_TEXT && typed.replaceAll(',', '').length === MAX_AMOUNT_TEXT + 1;
    if (text === null || full) {
      caret.current = Math.max(0, (event.currentTarget.selectionStart ?? typed.length) - 1);
      onChange(value);
      return;
    }
    const grouped = groupTyped(text);
    caret.current = caretAfter(typed, event.currentTarget.selectionStart ?? typed.length, grouped);
    onChange(grouped);
  };

  const connect = (node: HTMLInputElement | null): void => {
    own.current = node;
    if (typeof inputRef === 'function') inputRef(node);
    else if (inputRef) inputRef.current = node;
  };

  return (
    <FieldFrame id={id} {...field}>
      <div className={styles.box} data-wrong={field.error ? '' : undefined} data-off={field.disabled ? '' : undefined}>
        <span className={styles.prefix} aria-hidden="true">₹</span>
        <input
          ref={connect}
          id={id}
          className={`${styles.input} ${styles.money}`}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          value={value}
          disabled={field.disabled}
          onChange={change}
          onBlur={onBlur}
          {...describedBy(id, field)}
        />
      </div>
    </FieldFrame>
  );
}
