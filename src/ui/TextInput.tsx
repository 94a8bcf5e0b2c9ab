import { Input } from '@mantine/core';
import { useId, type ReactElement, type Ref } from 'react';
import { boxProps, FieldBox } from './FieldBox.tsx';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';

export interface TextInputProps extends FieldProps {
  value: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  maxLength?: number;
  /** Shown and copied, not typed: a value that is computed. */
  readOnly?: boolean;
  /** Who fills it in, and with which keys: an address, or a code that came by mail. */
  kind?: 'email' | 'code';
  /** What a phone's keyboard begins with. */
  capitals?: 'words' | 'characters' | 'none';
  /** A whole number: phones show their keys for it. */
  numeric?: boolean;
  placeholder?: string;
  /** The start of the dialog around it. */
  first?: boolean;
}

const KINDS = {
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  code: { inputMode: 'numeric', autoComplete: 'one-time-code' },
} as const;

/** One line of text. */
export function TextInput({
  value,
  onChange,
  onBlur,
  inputRef,
  maxLength,
  readOnly = false,
  kind,
  capitals = kind && 'none',
  numeric = false,
  placeholder,
  first = false,
  ...field
}: TextInputProps): ReactElement {
  const id = useId();
  return (
    <FieldFrame id={id} {...field}>
      <FieldBox id={id} field={field}>
        <Input
          {...boxProps(field, readOnly)}
          ref={inputRef}
          autoComplete="off"
          autoCapitalize={capitals}
          inputMode={numeric ? 'numeric' : undefined}
          placeholder={placeholder}
          data-autofocus={first ? '' : undefined}
          spellCheck={capitals === undefined}
          value={value}
          maxLength={maxLength}
          readOnly={readOnly}
          {...(kind && KINDS[kind])}
          onChange={(event) => onChange?.(event.currentTarget.value)}
          onBlur={onBlur}
        />
      </FieldBox>
    </FieldFrame>
  );
}
