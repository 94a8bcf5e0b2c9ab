import { useEffect, useRef, type ReactElement } from 'react';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import { BillsField, type BillsFieldProps } from '#files/BillsField.tsx';
import type { FormBill } from '#files/bill.ts';
import type { Bound } from '#form/bound.ts';

/** The bills of a form. */
export function FormBills<V extends FieldValues, N extends FieldPath<V>>({ control, name, ...rest }: Bound<V, N> & Omit<BillsFieldProps, 'bills' | 'onChange' | 'error' | 'focusRef'>): ReactElement {
  const { field, fieldState } = useController({ control, name });
  const bills = field.value as readonly FormBill[];
  // Files finish reading one after the other, between two renders as well: each step starts from the newest value.
  const latest = useRef(bills);
  useEffect(() => {
    latest.current = bills;
  }, [bills]);
  return (
    <BillsField
      {...rest}
      bills={bills}
      onChange={(step) => {
        latest.current = step(latest.current);
        field.onChange(latest.current);
      }}
      focusRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
