import type { ReactElement } from 'react';
import type { Entry } from '#outbox/entry.ts';
import { Question } from '#ui/Question.tsx';
import { isChange, isWithdrawal } from './entryState.ts';

export interface DiscardQuestionProps {
  entry: Entry;
  /** What people call the record. */
  noun: string;
  decision: boolean;
  /** The word of the button that removes it. */
  yes: string;
  onYes: () => void;
  onNo: () => void;
}

/** Asks before an entry is removed from the outbox, and says what becomes of the record. */
export function DiscardQuestion({ entry, noun, decision, ...rest }: DiscardQuestionProps): ReactElement {
  return <Question {...questionOf(entry, noun, decision)} {...rest} />;
}

/** What was tried may be with the server although its answer is not here; what was refused is not. */
const isInDoubt = (entry: Entry): boolean => entry.maybeSent && entry.state !== 'needsYou';

function questionOf(entry: Entry, noun: string, decision: boolean): { title: string; text: string } {
  const doubt = isInDoubt(entry);
  const sent = doubt ? 'It may have reached our server already; then it stays there.' : 'It has not been sent.';
  const steps = (then: string): string => `${sent} ${doubt ? 'Otherwise the' : 'The'} ${then}`;
  const unchanged = steps(`${noun} stays as it is.`);
  if (isWithdrawal(entry)) return { title: 'Take the withdrawal back?', text: unchanged };
  if (decision) return { title: 'Take this decision back?', text: steps('request will be pending again.') };
  if (isChange(entry)) return { title: 'Discard this change?', text: unchanged };
  return {
    title: `Discard this ${noun}?`,
    text:
      `${sent} The ${noun}${entry.bills.length > 0 ? ' and its bills are' : ' is'} removed ` +
      'from this device and cannot be restored.',
  };
}
