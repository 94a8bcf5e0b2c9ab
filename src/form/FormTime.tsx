import type { ReactElement } from 'react';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import { TimeInput, type TimeInputProps } from '#ui/TimeInput.tsx';
import type { Bound } from './fields.tsx';

export function FormTime<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  ...rest
}: Bound<V, N> & Omit<TimeInputProps, 'value' | 'onChange' | 'error'>): ReactElement {
  const { field, fieldState } = useController({ control, name });
  return (
    <TimeInput
      {...rest}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
