import { useState, type ReactElement } from 'react';
import type { CreateDialogProps } from '#list/definition.ts';
import { ShareOffer, type ChosenShare } from '#modules/claims/index.ts';
// The last import: the build names the piece that two dialogs share after it (scripts/startFiles.ts).
import { LocalExpenseForm } from './LocalExpenseForm.tsx';

export { preloadOffer } from '#modules/claims/index.ts';

/** A new claim, or one that still waits in the outbox. */
export function NewLocalExpense({ entry, onClose }: CreateDialogProps): ReactElement {
  const [offered, setOffered] = useState<readonly ChosenShare[] | null>(null);
  const form = <LocalExpenseForm entry={entry} offered={offered} onClose={onClose} />;
  return entry ? (
    form
  ) : (
    <ShareOffer verb="Attach" onTaken={setOffered}>
      {form}
    </ShareOffer>
  );
}
