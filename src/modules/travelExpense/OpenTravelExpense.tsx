import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import type { TravelExpense } from '#contract/expense.ts';
import { useSession } from '#data/session.ts';
import { revise, submit } from '#data/submit.ts';
import { dayOf } from '#domain/dates.ts';
import { travelExpenseCan } from '#domain/travelExpense.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import type { OpenDialogProps } from '#list/definition.ts';
import { ClaimOutcome, useEntryBills } from '#modules/claims/index.ts';
import type { Entry } from '#outbox/entry.ts';
import { TravelExpenseFields } from './TravelExpenseFields.tsx';
import { TravelExpenseForm } from './TravelExpenseForm.tsx';
import { createCommand, EDIT_TITLE, RAISE_TITLE, updateCommand } from './command.ts';
import { tripOf } from './kind.ts';
import { valuesOf, valuesOfEntry, type TravelExpenseValues } from './values.ts';

/**
 * A claim, or a change of one, that waits in the outbox: changed again before it is sent, or mended after a refusal.
 * When the record has moved on meanwhile, what it is now is taken as the base (OB-10).
 */
export function QueuedTravelExpense({
  entry,
  row,
  onClose,
}: {
  entry: Entry;
  row?: TravelExpense | undefined;
  onClose: () => void;
}): ReactElement | null {
  const { timeZone, email } = useSession();
  const bytes = useEntryBills(entry);
  if (!bytes) return null;
  // A change of a record that the server has is never the making of a new one.
  const base =
    entry.record.id === undefined
      ? undefined
      : ((entry.refusal?.current as TravelExpense | undefined) ?? (entry.base as TravelExpense | undefined) ?? row);
  const title = base ? EDIT_TITLE : RAISE_TITLE;
  const place = `${title}/entry/${entry.id}`;
  return (
    <TravelExpenseForm
      title={title}
      mode={base ? 'edit' : 'create'}
      draftKey={place}
      start={valuesOfEntry(entry, timeZone, bytes)}
      self={[entry.id, ...(entry.record.from ? [entry.record.from] : []), ...(base ? [base.expenseId] : [])]}
      {...(base && { unchangedDay: dayOf(base.expenseDate, timeZone) })}
      refusal={entry.refusal}
      store={(values, input, draft) =>
        revise(
          entry.id,
          base
            ? updateCommand(base, values, input, { timeZone, draft })
            : createCommand(values, input, { tripId: tripOf(entry), timeZone, email, draft }),
        )
      }
      onClose={onClose}
    />
  );
}

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
