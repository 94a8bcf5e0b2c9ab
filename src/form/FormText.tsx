import type { ReactElement } from 'react';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import { TextArea, type TextAreaProps } from '#ui/TextArea.tsx';
import type { Bound } from './bound.ts';

export function FormText<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  ...rest
}: Bound<V, N> & Omit<TextAreaProps, 'value' | 'onChange' | 'error'>): ReactElement {
  const { field, fieldState } = useController({ control, name });
  return (
    <TextArea
      {...rest}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
