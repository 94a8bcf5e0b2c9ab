import { memo, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { EXPENSE_WINDOW_DAYS, MAX_REMARKS } from '#contract/limits.ts';
import { useToday } from '#data/clock.ts';
import { useSession } from '#data/session.ts';
import type { FormDraft } from '#data/submit.ts';
import type { LocalExpenseContext, LocalExpenseInput } from '#domain/claim.ts';
import { formatDay, localExpenseEarliest } from '#domain/dates.ts';
import { FormAmount, FormChoice, FormDay, FormText } from '#form/fields.tsx';
import { billDrafts, ClaimForm, FormBills, LOCAL_EXPENSE_TYPE, valuesFrom } from '#modules/claims/index.ts';
import type { Entry } from '#outbox/entry.ts';
import { withShared } from './sharedBills.ts';
import { emptyValues, parseValues, type LocalExpenseValues } from './values.ts';

const CHOICES = Object.entries(LOCAL_EXPENSE_TYPE).map(([value, label]) => ({ value, label }));

interface LocalExpenseFieldsProps {
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

const drafts = billDrafts(valuesFrom(emptyValues('')));

interface LocalExpenseFormProps {
  title: string;
  mode: 'create' | 'edit';
  /** Names its draft on the device. */
  draftKey: string;
  start: LocalExpenseValues;
  /** The date of the claim that is being edited: it may stay, however old. */
  unchangedDay?: string;
  /** The day on which a claim that still waits was saved: its date, unchanged, is judged for that day (TM-2). */
  savedDay?: string | undefined;
  /** Messages of a refusal that is being mended, by field. */
  refusal?: Entry['refusal'];
  notices?: ReactNode;
  /** Stores the change; resolves when it is durable. */
  store: (values: LocalExpenseValues, input: LocalExpenseInput, draft: FormDraft) => Promise<Entry>;
  onClose: () => void;
}

/** The one form of a local expense, to make and to change one. */
export function LocalExpenseForm({ unchangedDay, savedDay, ...rest }: LocalExpenseFormProps): ReactElement {
  const { mode, start } = rest;
  const { timeZone } = useSession();
  const today = useToday(timeZone);
  const context = useMemo<LocalExpenseContext>(
    () => ({ today, timeZone, creating: mode === 'create', ...(unchangedDay !== undefined && { unchangedDay }) }),
    [today, timeZone, mode, unchangedDay],
  );
  // Files shared from another app belong to a new claim.
  const [port] = useState(() => (mode === 'create' ? withShared(drafts, start) : drafts));

  return (
    <ClaimForm
      {...rest}
      drafts={port}
      read={(values) =>
        parseValues(
          values,
          savedDay !== undefined && values.expenseDate === start.expenseDate
            ? { ...context, today: savedDay }
            : context,
        )
      }
      fields={(form, onBeforePick) => <LocalExpenseFields form={form} today={today} onBeforePick={onBeforePick} />}
    />
  );
}
