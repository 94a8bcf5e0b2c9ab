import type { ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import { revise } from '#data/submit.ts';
import { dayOf } from '#domain/dates.ts';
import type { Entry } from '#outbox/entry.ts';
import { useEntryBills } from '#modules/claims/index.ts';
import { RAISE_TITLE, createCommand } from './command.ts';
import { LocalExpenseForm } from './LocalExpenseForm.tsx';
import { valuesOfEntry } from './values.ts';

/** A claim of the outbox that is being changed before it is sent, or mended after a refusal. */
export function QueuedLocalExpense({ entry, onClose }: { entry: Entry; onClose: () => void }): ReactElement | null {
  const { timeZone, email } = useSession();
  const bytes = useEntryBills(entry);
  if (!bytes) return null;
  const place = `${RAISE_TITLE}/entry/${entry.id}`;
  return (
    <LocalExpenseForm
      title={RAISE_TITLE}
      mode="create"
      draftKey={place}
      start={valuesOfEntry(entry, timeZone, bytes)}
      savedDay={entry.saved && dayOf(entry.saved.at, timeZone)}
      refusal={entry.refusal}
      store={(values, input, draft) => revise(entry.id, createCommand(values, input, { timeZone, email, draft }))}
      onClose={onClose}
    />
  );
}
