import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DiscardQuestion } from '#list/DiscardQuestion.tsx';
import type { Entry } from '#outbox/entry.ts';
import { anEntry } from '#tests/support/entries.ts';

afterEach(cleanup);

const NOT_SENT = 'It has not been sent. ';
const DOUBT = 'It may have reached our server already; then it stays there. ';
const CLAIM = 'The claim is removed from this device and cannot be restored.';
const CHANGE = { record: { kind: 'localExpense', id: 'EXP1' } } as const;
const WITHDRAWAL = { endpoint: 'withdrawLocalExpense', ...CHANGE } as const;

test.each<[what: string, text: string, more: Partial<Entry>, decision?: boolean]>([
  ['a claim that was never tried', NOT_SENT + CLAIM, {}],
  ['a claim whose answer was lost', DOUBT + CLAIM, { maybeSent: true, attempts: 1 }],
  ['a claim that was refused', NOT_SENT + CLAIM, { maybeSent: true, state: 'needsYou' }],
  ['a change', `${NOT_SENT}The claim stays as it is.`, { ...CHANGE, endpoint: 'updateLocalExpense' }],
  [
    'a change whose answer was lost',
    `${DOUBT}Otherwise the claim stays as it is.`,
    { ...CHANGE, endpoint: 'updateLocalExpense', maybeSent: true },
  ],
  ['a decision', `${NOT_SENT}The request will be pending again.`, {}, true],
  [
    'a decision whose answer was lost',
    `${DOUBT}Otherwise the request will be pending again.`,
    { maybeSent: true },
    true,
  ],
  ['a withdrawal', `${NOT_SENT}The claim stays as it is.`, WITHDRAWAL],
  [
    'a withdrawal whose answer was lost',
    `${DOUBT}Otherwise the claim stays as it is.`,
    { ...WITHDRAWAL, maybeSent: true },
  ],
])('OB-12: says what becomes of %s that is thrown away', (_what, text, more, decision) => {
  const none = (): void => undefined;
  render(
    <DiscardQuestion
      entry={anEntry(more)}
      noun="claim"
      decision={decision === true}
      yes="Discard"
      onYes={none}
      onNo={none}
    />,
  );
  expect(screen.getByText(text)).toBeInTheDocument();
});
