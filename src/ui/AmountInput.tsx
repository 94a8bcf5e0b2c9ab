import { useMergedRef } from '@mantine/hooks';
import { useId, type ReactElement, type Ref } from 'react';
import styles from './Field.module.css';
import { FieldFrame, describedBy, type FieldProps } from './FieldFrame.tsx';
import { useAmountTyping } from './useAmountTyping.ts';

export interface AmountInputProps extends FieldProps {
  /** The text as typed, grouped. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** Rupees: numeric keypad, rupee sign, Indian grouping while typing. */
export function AmountInput({ value, onChange, onBlur, inputRef, ...field }: AmountInputProps): ReactElement {
  const id = useId();
  const { own, change } = useAmountTyping(value, onChange);
  const connect = useMergedRef(own, inputRef);

  return (
    <FieldFrame id={id} {...field}>
      <div className={styles.box} data-wrong={field.error ? '' : undefined} data-off={field.disabled ? '' : undefined}>
        <span className={styles.prefix} aria-hidden="true">
          ₹
        </span>
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
