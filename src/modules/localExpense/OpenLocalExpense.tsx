import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import type { LocalExpense } from '#contract/expense.ts';
import { useToday } from '#data/clock.ts';
import { useSession } from '#data/session.ts';
import { localExpenseCan } from '#domain/claimState.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import type { OpenDialogProps } from '#list/definition.ts';
import { PaidLine } from '#modules/claims/index.ts';
import { EDIT_TITLE } from './command.ts';
import { LocalExpenseFields, LocalExpenseForm } from './LocalExpenseForm.tsx';
import { valuesOf, type LocalExpenseValues } from './values.ts';

/** A claim of one's own: to change while its manager has not decided, else to look at, with 'Close' alone (LOC-16). */
export function OpenLocalExpense({ row, entry, readOnly, onClose }: OpenDialogProps<LocalExpense>): ReactElement {
  if (readOnly || !localExpenseCan.edit(row).ok) return <ViewLocalExpense row={row} onClose={onClose} />;
  return <LocalExpenseForm key={entry ? 'entry' : 'record'} row={row} entry={entry} onClose={onClose} />;
}

function ViewLocalExpense({ row, onClose }: { row: LocalExpense; onClose: () => void }): ReactElement {
  const { timeZone } = useSession();
  const form = useForm<LocalExpenseValues>({ values: valuesOf(row, timeZone) });
  return (
    <FormDialog
      title={EDIT_TITLE}
      way={{ mode: 'view' }}
      onClose={onClose}
      notices={row.paymentDate ? <PaidLine claim={row} timeZone={timeZone} /> : undefined}
    >
      <LocalExpenseFields form={form} today={useToday(timeZone)} disabled />
    </FormDialog>
  );
}
