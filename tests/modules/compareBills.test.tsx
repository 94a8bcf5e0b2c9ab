import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepRows } from '#data/readCache.ts';
import { localExpenseFinanceDecision } from '#modules/localExpense/financeDecision.tsx';
import { localExpenseManagerDecision } from '#modules/localExpense/managerDecision.tsx';
import { ok, refusal, signInAnswered, type AskedCall } from '#tests/support/answers.ts';
import { aBill, aLocalExpense } from '#tests/support/claims.ts';
import { anyLocal } from '#tests/support/records.ts';
import { PERSON, showRoutes, signInOffline } from '#tests/support/screen.tsx';

const read = (n: number, total: number) => ({ ...aBill(n), name: `bill ${n}`, reading: { total, day: '2026-07-08' } });
const OTHER = { id: 'EXPZ', employeeName: 'Dev Shah', expenseDate: Date.parse('2026-07-08T06:00:00Z') };
const mine = { expenseId: 'EXPA', billUrl: [read(1, 90), read(2, 347)] };
const theirs = { expenseId: 'EXPZ', employeeName: 'Dev Shah', claimAmount: 384, billUrl: [read(3, 347)] };
const row = aLocalExpense({ ...mine, duplicateOf: [{ ...OTHER, same: 'paper' }] });
const seen = ({ path }: AskedCall) => ok({ record: anyLocal(path.endsWith('EXPA') ? mine : theirs), mayAsk: false });
const open = (Details = localExpenseManagerDecision.Details, shown = row) =>
  showRoutes('/claim', [{ path: '/claim', Screen: () => <Details row={shown} /> }]);
const compare = () => screen.findByRole('button', { name: 'Compare with Dev Shah' });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Compare bills' }));

describe('DOC-24 the bills of two claims beside each other', () => {
  afterEach(cleanup);

  it.each([
    ['the manager', localExpenseManagerDecision.Details],
    ['finance', localExpenseFinanceDecision.Details],
  ])('are shown to %s, those that have most in common, with what is the same and what differs', async (_, Details) => {
    const user = userEvent.setup();
    await signInAnswered(PERSON, { getRecord: seen });
    await open(Details as typeof localExpenseManagerDecision.Details);
    await user.click(await compare());
    const shown = await dialog();
    expect(await shown.findByText('total ₹347.00 day 08-07-2026')).toBeVisible();
    expect(shown.queryByText('Different')).toBeNull();
    const [one, other] = [/^Asha Nair, /, 'Dev Shah, ₹384.00'].map((name) =>
      within(shown.getByRole('region', { name })),
    );
    expect(one?.getByRole('button', { name: 'View bill 2' })).toHaveAttribute('aria-pressed', 'true');
    expect(other?.getByText(/EXPZ$/)).toBeVisible();
    await user.click(one?.getByRole('button', { name: 'View bill 1' }) as HTMLElement);
    expect(shown.getByText('total ₹90.00 and ₹347.00')).toBeVisible();
    expect(shown.getByText('day 08-07-2026')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await compare()).toHaveFocus();
  });

  it('are not offered of a claim that the reader may not see, nor where there is no other', async () => {
    await signInAnswered(PERSON, { getRecord: seen });
    await open(undefined, aLocalExpense({ ...mine, duplicateOf: [{ expenseDate: OTHER.expenseDate }] }));
    expect(await screen.findByText('EXPA')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Compare/ })).toBeNull();
    cleanup();
    await open(undefined, aLocalExpense({ ...mine, duplicateOf: [] }));
    expect(await screen.findByText('EXPA')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Compare/ })).toBeNull();
  });

  it('are told apart by their days where there are several, of which three are offered', async () => {
    await signInAnswered(PERSON, { getRecord: seen });
    const days = [5, 6, 7, 8].map((day) => Date.parse(`2026-07-0${day}T06:00:00Z`));
    const duplicateOf = days.map((expenseDate, n) => ({ ...OTHER, id: `EXP${n}`, expenseDate }));
    await open(undefined, aLocalExpense({ ...mine, duplicateOf }));
    const offered = await screen.findAllByRole('button', { name: /^Compare/ });
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'Compare with Dev Shah, 05-07-2026',
      'Compare with Dev Shah, 06-07-2026',
      'Compare with Dev Shah, 07-07-2026',
    ]);
  });

  it('say that they are loading, why they could not be loaded, and try again', async () => {
    const user = userEvent.setup();
    const waiting: ((given: object) => void)[] = [];
    await signInAnswered(PERSON, {
      getRecord: (asked) => (asked.path.endsWith('EXPA') ? seen(asked) : new Promise((done) => waiting.push(done))),
    });
    const answer = async (given: object) => (await vi.waitUntil(() => waiting.shift()))(given);
    // No other test has left this one on the device.
    await open(undefined, aLocalExpense({ ...mine, duplicateOf: [{ ...OTHER, id: 'EXPX' }] }));
    await user.click(await compare());
    const shown = await dialog();
    expect(await shown.findByText('Loading both claims…')).toBeVisible();
    await answer(refusal(404, 'NOT_FOUND', 'There is no such record.'));
    expect(await shown.findByText(/^These claims could not be loaded\. There is no such record\./)).toBeVisible();
    await user.click(shown.getByRole('button', { name: 'Try again' }));
    await answer(ok({ record: anyLocal({ ...theirs, expenseId: 'EXPX', billUrl: [] }), mayAsk: false }));
    expect(await shown.findByText('This claim has no bill.')).toBeVisible();
    expect(shown.getByText('Too little was read off these bills to say what is the same.')).toBeVisible();
  });

  it('say so where there is no network and the other claim is not on the device', async () => {
    const user = userEvent.setup();
    await signInOffline(PERSON);
    const unseen = aLocalExpense({ ...mine, duplicateOf: [{ ...OTHER, id: 'EXPY' }] });
    await keepRows('searchLocalExpenses', [unseen], Date.now(), 'test');
    await open(undefined, unseen);
    await user.click(await compare());
    expect(await (await dialog()).findByText(/^These claims could not be loaded\. /)).toBeVisible();
  });
});
