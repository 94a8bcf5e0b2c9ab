import type { ReactElement } from 'react';
import { useToday } from '#data/clock.ts';
import { useSession } from '#data/session.ts';
import { submit } from '#data/submit.ts';
import type { CreateDialogProps } from '#list/definition.ts';
import { ShareOffer } from './ShareOffer.tsx';
import { RAISE_TITLE, createCommand } from './command.ts';
import { LocalExpenseForm } from './LocalExpenseForm.tsx';
import { emptyValues } from './values.ts';
import { QueuedLocalExpense } from './QueuedLocalExpense.tsx';

/** A new claim, or one that still waits in the outbox. */
export function NewLocalExpense({ entry, onClose }: CreateDialogProps): ReactElement | null {
  const { timeZone, email } = useSession();
  const today = useToday(timeZone);
  if (entry) return <QueuedLocalExpense entry={entry} onClose={onClose} />;
  const place = `${RAISE_TITLE}/new`;
  return (
    <ShareOffer>
      <LocalExpenseForm
        title={RAISE_TITLE}
        mode="create"
        draftKey={place}
        start={emptyValues(today)}
        store={(values, input, draft) => submit(createCommand(values, input, { timeZone, email, draft }))}
        onClose={onClose}
      />
    </ShareOffer>
  );
}
