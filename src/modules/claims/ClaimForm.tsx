import type { ReactElement, ReactNode } from 'react';
import { useController, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { BillsField, type BillsFieldProps } from '#files/BillsField.tsx';
import type { FormBill } from '#files/bill.ts';
import type { Bound } from '#form/fields.tsx';
import { Action } from '#ui/Action.tsx';
import type { BillValues } from './billValues.ts';
import { ReadCodes } from './ReadFacts.tsx';
import { RecordForm, type RecordFormProps } from './RecordForm.tsx';

export type FormBillsProps<V extends FieldValues, N extends FieldPath<V>> = Bound<V, N> &
  Omit<BillsFieldProps, 'bills' | 'onChange' | 'error' | 'focusRef'> & {
    /** The form's value now. Files finish reading between two renders as well: what is drawn may be older. */
    current: () => readonly FormBill[];
  };

/** The bills of a form, and what the server found of the codes on those that it has. */
export function FormBills<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  current,
  ...rest
}: FormBillsProps<V, N>): ReactElement {
  const { field, fieldState } = useController({ control, name });
  const bills = field.value as readonly FormBill[];
  return (
    <>
      <BillsField
        {...rest}
        bills={bills}
        onChange={(step) => field.onChange(step(current()))}
        focusRef={field.ref}
        error={fieldState.error?.message}
      />
      <ReadCodes
        bills={bills.flatMap(({ hash, name, said }) => (said ? [{ fingerPrint: hash, name, reading: said }] : []))}
      />
    </>
  );
}

/** When the device is full, the photos can at least be kept outside of the app (X26). */
function SaveBills({ bills }: { bills: readonly FormBill[] }): ReactElement | null {
  const own = bills.flatMap((bill) => (bill.bytes ? [{ name: bill.name, type: bill.type, bytes: bill.bytes }] : []));
  if (own.length === 0) return null;
  const save = (): void => {
    for (const { name, type, bytes } of own) {
      const url = URL.createObjectURL(new Blob([bytes], { type }));
      const link = Object.assign(document.createElement('a'), { href: url, download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    }
  };
  return (
    <Action small onClick={save}>
      Save the bills to this device
    </Action>
  );
}

export interface ClaimFormProps<Values extends BillValues, Input> extends Omit<
  RecordFormProps<Values, Input>,
  'notSaved' | 'failureAction' | 'children' | 'other' | 'asking'
> {
  /** Said when it could not be stored. */
  notSaved?: string;
  fields: (form: UseFormReturn<Values>, onBeforePick: () => Promise<void>) => ReactNode;
}

/**
 * The form of any claim with bills: when it cannot be stored, its bills can be saved elsewhere. Its fields are its
 * caller's.
 */
export function ClaimForm<Values extends BillValues, Input>({
  notSaved = 'The claim is NOT saved; the form keeps it.',
  fields,
  ...rest
}: ClaimFormProps<Values, Input>): ReactElement {
  return (
    <RecordForm {...rest} notSaved={notSaved} failureAction={({ billUrl }) => <SaveBills bills={billUrl} />}>
      {fields}
    </RecordForm>
  );
}
