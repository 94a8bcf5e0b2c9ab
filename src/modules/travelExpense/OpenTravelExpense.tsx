import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import type { TravelExpense } from '#contract/expense.ts';
import { useSession } from '#data/session.ts';
import { submit } from '#data/submit.ts';
import { travelExpenseCan } from '#domain/travelExpense.ts';
import { dayOf } from '#domain/dates.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import type { OpenDialogProps } from '#list/definition.ts';
import { ClaimOutcome } from '#modules/claims/index.ts';
import { EDIT_TITLE, updateCommand } from './command.ts';
import { TravelExpenseFields } from './TravelExpenseFields.tsx';
import { TravelExpenseForm } from './TravelExpenseForm.tsx';
import { valuesOf, type TravelExpenseValues } from './values.ts';
import { QueuedTravelExpense } from './QueuedTravelExpense.tsx';

/** A travel claim of one's own: to change while its manager has not decided, else to look at. */
export function OpenTravelExpense({ row, entry, readOnly, onClose }: OpenDialogProps<TravelExpense>): ReactElement {
  if (readOnly || !travelExpenseCan.edit(row).ok) return <ViewTravelExpense row={row} onClose={onClose} />;
  return entry ? (
    <QueuedTravelExpense entry={entry} row={row} onClose={onClose} />
  ) : (
    <EditTravelExpense row={row} onClose={onClose} />
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

function EditTravelExpense({ row, onClose }: { row: TravelExpense; onClose: () => void }): ReactElement {
  const { timeZone } = useSession();
  const place = `${EDIT_TITLE}/${row.expenseId}`;
  return (
    <TravelExpenseForm
      title={EDIT_TITLE}
      mode="edit"
      draftKey={place}
      start={valuesOf(row, timeZone)}
      self={[row.expenseId]}
      unchangedDay={dayOf(row.expenseDate, timeZone)}
      store={(values, input, draft) => submit(updateCommand(row, values, input, { timeZone, draft }))}
      onClose={onClose}
    />
  );
}
