import { memo, type ReactElement } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { EXPENSE_WINDOW_DAYS, MAX_REMARKS } from '#contract/limits.ts';
import { formatDay, localExpenseEarliest } from '#domain/dates.ts';
import { FormAmount, FormChoice, FormDay, FormText } from '#form/fields.tsx';
import { FormBills, LOCAL_EXPENSE_TYPE } from '#modules/claims/index.ts';
import type { LocalExpenseValues } from './values.ts';

const CHOICES = Object.entries(LOCAL_EXPENSE_TYPE).map(([value, label]) => ({ value, label }));

export interface LocalExpenseFieldsProps {
  form: Pick<UseFormReturn<LocalExpenseValues>, 'control' | 'getValues'>;
  today: string;
  disabled?: boolean;
  onBeforePick?: () => void;
}

function Fields({ form, today, disabled = false, onBeforePick }: LocalExpenseFieldsProps): ReactElement {
  const { control } = form;
  const earliest = localExpenseEarliest(today);
  return (
    <>
      <FormChoice
        control={control}
        name="localExpenseType"
        label="Expense type"
        choices={CHOICES}
        disabled={disabled}
      />
      <FormDay
        control={control}
        name="expenseDate"
        label="Expense date"
        min={earliest}
        max={today}
        disabled={disabled}
        hint={
          disabled
            ? undefined
            : `From ${formatDay(earliest)} to today: claims reach back ${EXPENSE_WINDOW_DAYS} days and not before ` +
              'the financial year.'
        }
      />
      <FormAmount control={control} name="claimAmount" label="Claim amount" disabled={disabled} />
      <FormText control={control} name="remarks" label="Remarks" maxLength={MAX_REMARKS} disabled={disabled} />
      <FormBills
        control={control}
        name="billUrl"
        current={() => form.getValues('billUrl')}
        disabled={disabled}
        {...(onBeforePick && { onBeforePick })}
      />
    </>
  );
}

/** The fields of a local expense, in the form's order. They are not drawn again for what goes on around them. */
export const LocalExpenseFields = memo(Fields);
