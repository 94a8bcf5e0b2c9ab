import type { ReactElement } from 'react';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import { BillsField, type BillsFieldProps } from '#files/BillsField.tsx';
import type { FormBill } from '#files/bill.ts';
import type { Bound } from '#form/bound.ts';

export type FormBillsProps<V extends FieldValues, N extends FieldPath<V>> = Bound<V, N> &
  Omit<BillsFieldProps, 'bills' | 'onChange' | 'error' | 'focusRef'> & {
    /** The form's value now. Files finish reading between two renders as well: what is drawn may be older. */
    current: () => readonly FormBill[];
  };

/** The bills of a form. */
export function FormBills<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  current,
  ...rest
}: FormBillsProps<V, N>): ReactElement {
  const { field, fieldState } = useController({ control, name });
  return (
    <BillsField
      {...rest}
      bills={field.value as readonly FormBill[]}
      onChange={(step) => field.onChange(step(current()))}
      focusRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
