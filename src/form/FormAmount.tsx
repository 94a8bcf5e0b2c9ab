import type { ReactElement } from 'react';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import { AmountInput, type AmountInputProps } from '#ui/AmountInput.tsx';
import type { Bound } from './bound.ts';

export function FormAmount<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  ...rest
}: Bound<V, N> & Omit<AmountInputProps, 'value' | 'onChange' | 'error'>): ReactElement {
  const { field, fieldState } = useController({ control, name });
  return (
    <AmountInput
      {...rest}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
