import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import type { LocalExpense } from '#contract/expense.ts';
import { useToday } from '#data/clock.ts';
import { useSession } from '#data/session.ts';
import { revise, submit } from '#data/submit.ts';
import { localExpenseCan } from '#domain/claim.ts';
import { dayOf } from '#domain/dates.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import type { OpenDialogProps } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { PaidLine, useEntryBills } from '#modules/claims/index.ts';
import { EDIT_TITLE, updateCommand } from './command.ts';
import { LocalExpenseFields, LocalExpenseForm } from './LocalExpenseForm.tsx';
import { valuesOf, valuesOfEntry, type LocalExpenseValues } from './values.ts';

/** A claim of one's own: to change while its manager has not decided, else to look at, with 'Close' alone (LOC-16). */
export function OpenLocalExpense({ row, entry, readOnly, onClose }: OpenDialogProps<LocalExpense>): ReactElement {
  if (readOnly || !localExpenseCan.edit(row).ok) return <ViewLocalExpense row={row} onClose={onClose} />;
  return entry ? (
    <EditQueued row={row} entry={entry} onClose={onClose} />
  ) : (
    <EditLocalExpense row={row} onClose={onClose} />
  );
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

function EditLocalExpense({ row, onClose }: { row: LocalExpense; onClose: () => void }): ReactElement {
  const { timeZone } = useSession();
  const place = `${EDIT_TITLE}/${row.expenseId}`;
  return (
    <LocalExpenseForm
      title={EDIT_TITLE}
      mode="edit"
      draftKey={place}
      start={valuesOf(row, timeZone)}
      unchangedDay={dayOf(row.expenseDate, timeZone)}
      store={(values, input, draft) => submit(updateCommand(row, values, input, { timeZone, draft }))}
      onClose={onClose}
    />
  );
}

/**
 * A change that waits is changed again. When the record has moved on meanwhile, what it is now is shown and taken as
 * the base (OB-10).
 */
function EditQueued({
  row,
  entry,
  onClose,
}: {
  row: LocalExpense;
  entry: Entry;
  onClose: () => void;
}): ReactElement | null {
  const { timeZone } = useSession();
  const bytes = useEntryBills(entry);
  if (!bytes) return null;
  const base = (entry.refusal?.current as LocalExpense | undefined) ?? (entry.base as LocalExpense | undefined) ?? row;
  const place = `${EDIT_TITLE}/entry/${entry.id}`;
  return (
    <LocalExpenseForm
      title={EDIT_TITLE}
      mode="edit"
      draftKey={place}
      start={valuesOfEntry(entry, timeZone, bytes)}
      unchangedDay={dayOf(base.expenseDate, timeZone)}
      refusal={entry.refusal}
      store={(values, input, draft) => revise(entry.id, updateCommand(base, values, input, { timeZone, draft }))}
      onClose={onClose}
    />
  );
}
