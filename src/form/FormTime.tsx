import type { ReactElement } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { TimeInput, type TimeInputProps } from '#ui/TimeInput.tsx';
import { useBoundField, type Bound } from './fields.tsx';

export function FormTime<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  ...rest
}: Bound<V, N> & Omit<TimeInputProps, 'value' | 'onChange' | 'error'>): ReactElement {
  return <TimeInput {...rest} {...useBoundField(control, name)} />;
}
