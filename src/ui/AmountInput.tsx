import { Input } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useId, type ReactElement, type Ref } from 'react';
import { FieldBox, boxProps } from './FieldBox.tsx';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';
import { useAmountTyping } from './useAmountTyping.ts';

export interface AmountInputProps extends FieldProps {
  /** The text as typed, grouped. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** Rupees: numeric keypad, rupee sign, Indian grouping while typing (AMT-9). */
export function AmountInput({ value, onChange, onBlur, inputRef, ...field }: AmountInputProps): ReactElement {
  const id = useId();
  const { own, change } = useAmountTyping(value, onChange);
  const connect = useMergedRef(own, inputRef);

  return (
    <FieldFrame id={id} {...field}>
      <FieldBox id={id} field={field}>
        <Input
          {...boxProps(field)}
          ref={connect}
          leftSection={<span aria-hidden="true">₹</span>}
          leftSectionWidth={28}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          value={value}
          onChange={change}
          onBlur={onBlur}
        />
      </FieldBox>
    </FieldFrame>
  );
}
