import type { ReactElement, ReactNode } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { MAX_REMARKS } from '#contract/limits.ts';
import type { FormDraft } from '#data/submit.ts';
import type { ConveyanceInput } from '#domain/conveyance.ts';
import { FormAmount, FormText } from '#form/fields.tsx';
import type { Entry } from '#outbox/entry.ts';
import { billDrafts, ClaimForm, FormBills } from '#modules/claims/index.ts';
import { ConveyanceDetails } from './ConveyanceDetails.tsx';
import { EDIT_TITLE, isValues, readValues, type ConveyanceValues } from './values.ts';

const drafts = billDrafts(isValues);

export interface ConveyanceFormProps {
  row: Conveyance;
  draftKey: string;
  start: ConveyanceValues;
  refusal?: Entry['refusal'];
  notices?: ReactNode;
  store: (values: ConveyanceValues, input: ConveyanceInput, draft: FormDraft) => Promise<Entry>;
  onClose: () => void;
}

/** What the sales app says of the trip, and what its owner adds: amount, remarks, bills. */
export function ConveyanceForm({ row, ...rest }: ConveyanceFormProps): ReactElement {
  return (
    <ClaimForm<ConveyanceValues, ConveyanceInput>
      {...rest}
      title={EDIT_TITLE}
      mode="edit"
      drafts={drafts}
      read={(values) => readValues(row.tripId, values)}
      fields={(form, onBeforePick) => (
        <>
          <ConveyanceDetails row={row} />
          <FormAmount control={form.control} name="claimAmount" label="Claim amount" />
          <FormText control={form.control} name="remarks" label="Remarks" optional maxLength={MAX_REMARKS} />
          <FormBills
            control={form.control}
            name="billUrl"
            current={() => form.getValues('billUrl')}
            onBeforePick={onBeforePick}
          />
        </>
      )}
    />
  );
}
