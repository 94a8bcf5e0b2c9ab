import type { ReactElement } from 'react';
import type { TravelExpense } from '#contract/expense.ts';
import { useSession } from '#data/session.ts';
import { revise } from '#data/submit.ts';
import { dayOf } from '#domain/dates.ts';
import type { Entry } from '#outbox/entry.ts';
import { useEntryBills } from '#modules/claims/index.ts';
import { EDIT_TITLE, RAISE_TITLE, createCommand, updateCommand } from './command.ts';
import { tripOf } from './kind.ts';
import { TravelExpenseForm } from './TravelExpenseForm.tsx';
import { valuesOfEntry } from './values.ts';

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
