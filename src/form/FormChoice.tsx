import type { ReactElement } from 'react';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import { ChoiceInput, type ChoiceInputProps } from '#ui/ChoiceInput.tsx';
import type { Bound } from './bound.ts';

export function FormChoice<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  ...rest
}: Bound<V, N> & Omit<ChoiceInputProps, 'value' | 'onChange' | 'error'>): ReactElement {
  const { field, fieldState } = useController({ control, name });
  return (
    <ChoiceInput
      {...rest}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
