import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { DiscardQuestion } from '#list/DiscardQuestion.tsx';
import type { Entry } from '#outbox/entry.ts';
import { closeToasts, currentToasts } from '#ui/toast.ts';
import { anEntry } from '#tests/support/entries.ts';

afterEach(() => {
  cleanup();
  closeToasts();
});

/** Asks whether to throw this entry away; `yes` and `no` are what is heard. */
function ask(more: Partial<Entry>, decision = false) {
  const heard = { yes: vi.fn(), no: vi.fn() };
  const entry = anEntry(more);
  render(
    <DiscardQuestion entry={entry} noun="claim" decision={decision} yes="Discard" onYes={heard.yes} onNo={heard.no} />,
  );
  return heard;
}

const NOT_SENT = 'It has not been sent. ';
const DOUBT = 'It may have reached our server already; then it stays there. ';
const CLAIM = 'The claim is removed from this device and cannot be restored.';
const CHANGE = { record: { kind: 'localExpense', id: 'EXP1' } } as const;
const WITHDRAWAL = { endpoint: 'withdrawLocalExpense', ...CHANGE } as const;

test.each<[what: string, text: string, more: Partial<Entry>, decision?: boolean]>([
  ['a claim that was never tried', NOT_SENT + CLAIM, {}],
  ['a claim whose answer was lost', DOUBT + CLAIM, { maybeSent: true, attempts: 1 }],
  ['a claim that was refused', NOT_SENT + CLAIM, { maybeSent: true, state: 'needsYou' }],
  [
    'a change',
    `${NOT_SENT}It is removed from this device; the claim stays as it is without it.`,
    { ...CHANGE, endpoint: 'updateLocalExpense' },
  ],
  [
    'a change whose answer was lost',
    `${DOUBT}It is removed from this device.`,
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
  ask(more, decision);
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('OB-12: throws nothing away that has begun to be sent while the question stood', async () => {
  for (const state of ['uploading', 'sending'] as const) {
    const { yes, no } = ask({ state, maybeSent: state === 'sending' });
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect([yes, no].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
    expect(currentToasts().map(({ text }) => text)).toEqual(['It is being sent now. Try again in a moment.']);
    cleanup();
    closeToasts();
  }
  const { yes } = ask({});
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(yes).toHaveBeenCalledOnce();
});
