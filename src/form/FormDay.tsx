import type { ReactElement } from 'react';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import { DayInput, type DayInputProps } from '#ui/DayInput.tsx';
import type { Bound } from './bound.ts';

export function FormDay<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  ...rest
}: Bound<V, N> & Omit<DayInputProps, 'value' | 'onChange' | 'error'>): ReactElement {
  const { field, fieldState } = useController({ control, name });
  return (
    <DayInput
      {...rest}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
