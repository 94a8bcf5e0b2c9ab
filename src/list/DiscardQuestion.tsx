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

function questionOf(entry: Entry, noun: string, decision: boolean): { title: string; text: string } {
  if (isWithdrawal(entry))
    return { title: 'Take the withdrawal back?', text: `It has not been sent. The ${noun} stays as it is.` };
  if (decision)
    return { title: 'Take this decision back?', text: 'It has not been sent. The request will be pending again.' };
  if (isChange(entry))
    return {
      title: 'Discard this change?',
      text: `It has not been sent. It is removed from this device; the ${noun} stays as it is without it.`,
    };
  return {
    title: `Discard this ${noun}?`,
    text:
      `It has not been sent. The ${noun}${entry.bills.length > 0 ? ' and its bills are' : ' is'} removed ` +
      'from this device and cannot be restored.',
  };
}
