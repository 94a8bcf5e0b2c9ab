import type { ReactElement, ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { BillValues } from './billValues.ts';
import { RecordForm, type RecordFormProps } from './RecordForm.tsx';
import { SaveBills } from './SaveBills.tsx';

export interface ClaimFormProps<Values extends BillValues, Input> extends Omit<
  RecordFormProps<Values, Input>,
  'notSaved' | 'failureAction' | 'children' | 'other' | 'asking'
> {
  /** Said when it could not be stored. */
  notSaved?: string;
  fields: (form: UseFormReturn<Values>, onBeforePick: () => void) => ReactNode;
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
