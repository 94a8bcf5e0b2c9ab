import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import type { TravelExpense } from '#contract/expense.ts';
import { useSession } from '#data/session.ts';
import { travelExpenseCan } from '#domain/travelExpense.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import type { OpenDialogProps } from '#list/definition.ts';
import { ClaimOutcome } from '#modules/claims/index.ts';
import { TravelExpenseFields } from './TravelExpenseFields.tsx';
import { TravelExpenseForm } from './TravelExpenseForm.tsx';
import { EDIT_TITLE } from './command.ts';
import { valuesOf, type TravelExpenseValues } from './values.ts';

/** A travel claim of one's own: to change while its manager has not decided, else to look at. */
export function OpenTravelExpense({ row, entry, readOnly, onClose }: OpenDialogProps<TravelExpense>): ReactElement {
  if (readOnly || !travelExpenseCan.edit(row).ok) return <ViewTravelExpense row={row} onClose={onClose} />;
  return (
    <TravelExpenseForm key={entry ? 'entry' : 'record'} tripId={row.tripId} row={row} entry={entry} onClose={onClose} />
  );
}

function ViewTravelExpense({ row, onClose }: { row: TravelExpense; onClose: () => void }): ReactElement {
  const { timeZone } = useSession();
  const form = useForm<TravelExpenseValues>({ values: valuesOf(row, timeZone) });
  return (
    <FormDialog
      title={EDIT_TITLE}
      way={{ mode: 'view' }}
      onClose={onClose}
      notices={<ClaimOutcome claim={row} timeZone={timeZone} waiting={false} />}
    >
      <TravelExpenseFields form={form} disabled />
    </FormDialog>
  );
}
