import type { ReactElement } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { AmountInput, type AmountInputProps } from '#ui/AmountInput.tsx';
import { ChoiceInput, type ChoiceInputProps } from '#ui/ChoiceInput.tsx';
import { DayInput, type DayInputProps } from '#ui/DayInput.tsx';
import { TextArea, type TextAreaProps } from '#ui/TextArea.tsx';
import { TextInput, type TextInputProps } from '#ui/TextInput.tsx';

/** What ties a field to its form. */
export interface Bound<V extends FieldValues, N extends FieldPath<V>> {
  control: Control<V>;
  name: N;
}

/** Value, handlers, ref and message of a field, as every input of `src/ui` takes them. */
export function useBoundField<V extends FieldValues, N extends FieldPath<V>>(control: Control<V>, name: N) {
  const { field, fieldState } = useController({ control, name });
  return {
    value: field.value ?? '',
    onChange: field.onChange,
    onBlur: field.onBlur,
    inputRef: field.ref,
    error: fieldState.error?.message,
  };
}

export function FormText<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  ...rest
}: Bound<V, N> & Omit<TextAreaProps, 'value' | 'onChange' | 'error'>): ReactElement {
  return <TextArea {...rest} {...useBoundField(control, name)} />;
}

export function FormLine<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  ...rest
}: Bound<V, N> & Omit<TextInputProps, 'value' | 'onChange' | 'error'>): ReactElement {
  return <TextInput {...rest} {...useBoundField(control, name)} />;
}

export function FormAmount<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  ...rest
}: Bound<V, N> & Omit<AmountInputProps, 'value' | 'onChange' | 'error'>): ReactElement {
  return <AmountInput {...rest} {...useBoundField(control, name)} />;
}

export function FormChoice<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  ...rest
}: Bound<V, N> & Omit<ChoiceInputProps, 'value' | 'onChange' | 'error'>): ReactElement {
  return <ChoiceInput {...rest} {...useBoundField(control, name)} />;
}

export function FormDay<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  ...rest
}: Bound<V, N> & Omit<DayInputProps, 'value' | 'onChange' | 'error'>): ReactElement {
  return <DayInput {...rest} {...useBoundField(control, name)} />;
}
