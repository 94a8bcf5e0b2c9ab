import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocalExpense } from '#contract/expense.ts';
import { HEADERS } from '#contract/headers.ts';
import { outbox } from '#data/entries.ts';
import { online } from '#data/online.ts';
import { forgetTyped } from '#list/decision/fields.ts';
import { aLocalExpense } from '#tests/support/claims.ts';
import { FINANCE, FINANCE_APPROVED, forFinance, openReview, TABLES } from '#tests/support/reviews.tsx';
import { signInOffline } from '#tests/support/screen.tsx';

/** Several people of finance work through the same table: a row leaves while one of them is at it. */

let rows: LocalExpense[] = [];
const row = (id: string) => screen.findByRole('row', { name: new RegExp(`^${id},`) });
const gone = (id: string) =>
  waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(`^${id},`) })).toBeNull());
const decided = async () =>
  (await (await outbox()).list()).map(({ endpoint, record }) => `${endpoint} ${record.id ?? record.ids?.join(' ')}`);
/** The clock stands still, until it is said to go on for long enough to look at rows that have moved. */
function standStill(): () => void {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return () => {
    now += 1_000;
  };
}
afterEach(() => void vi.restoreAllMocks());
/** Somebody else decides these, and the list is asked for again. */
async function decidedElsewhere(...ids: string[]): Promise<void> {
  rows = rows.filter(({ expenseId }) => !ids.includes(expenseId));
  window.dispatchEvent(new Event('visibilitychange'));
  for (const id of ids) await gone(id);
}

beforeEach(async () => {
  await signInOffline(FINANCE);
  forgetTyped(FINANCE.email, 'EXP1');
  rows = Array.from({ length: 5 }, (_, n) =>
    aLocalExpense({ ...forFinance(), expenseId: `EXP${n + 1}`, creationDate: 9 - n }),
  );
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://127.0.0.1');
    if (url.pathname.includes('allExpense/search'))
      return Response.json({ success: true, data: { results: { content: rows, totalElements: rows.length } } });
    const one = rows.find(({ expenseId }) => expenseId === url.searchParams.get('id'));
    if (!one) return Response.json({ success: false, code: 'NOT_FOUND', message: 'Nothing here.' }, { status: 404 });
    rows = rows.filter((each) => each !== one);
    const key = new Headers(init?.headers).get(HEADERS.idempotencyKey) ?? '';
    const data = { ...one, version: 2, financeApprovalStatus: FINANCE_APPROVED };
    return Response.json({ success: true, data }, { headers: { [HEADERS.idempotencyKey]: key } });
  };
  online.sawAnswer();
});

describe('a row that somebody else decides', () => {
  it('FIN-15: is followed by the next one, which the key that was meant for it does not decide', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(await row('EXP2')).toHaveFocus();
    await decidedElsewhere('EXP2');
    expect(await row('EXP3')).toHaveFocus();
    await user.keyboard('a');
    expect(await screen.findByText(/has left the list/)).toBeInTheDocument();
    expect(await row('EXP3')).toHaveFocus();
    expect(await decided()).toEqual([]);
    // Who presses again means this one.
    await user.keyboard('a');
    await gone('EXP3');
    expect(await decided()).toEqual(['financeApproveLocal EXP3']);
    // And one's own decisions lead on without a word.
    await user.keyboard('a');
    await gone('EXP4');
    expect(await decided()).toEqual(['financeApproveLocal EXP3', 'financeApproveLocal EXP4']);
  });

  it('FIN-15: is followed by one that is decided at once by who has looked at it', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await decidedElsewhere('EXP2');
    await user.keyboard('{ArrowDown}{ArrowUp}a');
    await gone('EXP3');
    expect(await decided()).toEqual(['financeApproveLocal EXP3']);
  });

  it('FIN-15: is followed by the first row that stays, where others above it leave too', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await decidedElsewhere('EXP1', 'EXP2');
    expect(await row('EXP3')).toHaveFocus();
  });

  it('FIN-15: what is typed on into its field is no command to the next one', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('{ArrowDown}r');
    await waitFor(() => expect(screen.getByLabelText('Finance remarks EXP1')).toHaveFocus());
    await user.keyboard('no');
    await decidedElsewhere('EXP1');
    await user.keyboard('t a valid bill');
    expect(await decided()).toEqual([]);
    expect(screen.getByText('Selected pending request (0)')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    // The arrows go on from the same place.
    await user.keyboard('{ArrowDown}');
    expect(await row('EXP2')).toHaveFocus();
  });

  it('FIN-15: a press right after the rows have moved decides nothing', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    const goOn = standStill();
    await decidedElsewhere('EXP1');
    await user.click(screen.getByRole('button', { name: 'Approve EXP2' }));
    goOn();
    await user.click(screen.getByRole('button', { name: 'Approve EXP3' }));
    await gone('EXP3');
    expect(await decided()).toEqual(['financeApproveLocal EXP3']);
  });
});

it('FIN-15: the second half of a double click does not decide the row that has come under the mouse', async () => {
  const user = userEvent.setup();
  await openReview(TABLES.local);
  await row('EXP1');
  const goOn = standStill();
  await user.click(screen.getByRole('button', { name: 'Approve EXP1' }));
  await gone('EXP1');
  await user.click(screen.getByRole('button', { name: 'Approve EXP2' }));
  goOn();
  await user.click(screen.getByRole('button', { name: 'Approve EXP3' }));
  await gone('EXP3');
  expect(await decided()).toEqual(['financeApproveLocal EXP1', 'financeApproveLocal EXP3']);
});

describe('a field that was led to by R', () => {
  it('FIN-15: Enter in it rejects no longer once it was left', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('{ArrowDown}r');
    const remark = screen.getByLabelText('Finance remarks EXP1');
    await waitFor(() => expect(remark).toHaveFocus());
    await user.click(await row('EXP3'));
    await user.click(remark);
    await user.keyboard('Checked with Meera{Enter}');
    expect(await row('EXP1')).toHaveFocus();
    expect(await decided()).toEqual([]);
    await user.keyboard('r');
    await gone('EXP1');
    expect(await decided()).toEqual(['financeRejectLocal EXP1']);
  });

  it('FIN-15: nor when it is gone to again by M', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    const line = await row('EXP1');
    await user.keyboard('{ArrowDown}r');
    await waitFor(() => expect(screen.getByLabelText('Finance remarks EXP1')).toHaveFocus());
    line.focus();
    await user.keyboard('mFine{Enter}');
    expect(line).toHaveFocus();
    expect(await decided()).toEqual([]);
  });

  it('FIN-15: Enter rejects after a look at another window', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('{ArrowDown}r');
    const remark = screen.getByLabelText('Finance remarks EXP1');
    await waitFor(() => expect(remark).toHaveFocus());
    fireEvent.focusOut(remark);
    await user.keyboard('No bill{Enter}');
    await gone('EXP1');
    expect(await decided()).toEqual(['financeRejectLocal EXP1']);
  });
});

it('FIN-14: the dialog of a record begins with what is typed into its row', async () => {
  const user = userEvent.setup();
  await openReview(TABLES.local);
  await row('EXP1');
  await user.keyboard('{ArrowDown}e150{Enter}mCut to the rate{Enter}{Enter}');
  const dialog = await screen.findByRole('dialog');
  expect(screen.getByRole('textbox', { name: 'Approved amount' })).toHaveValue('150');
  expect(screen.getByRole('textbox', { name: 'Finance remarks' })).toHaveValue('Cut to the rate');
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await gone('EXP1');
  expect((await (await outbox()).list()).map(({ body }) => body)).toEqual([
    { financeApprovedAmount: '150', financeRemarks: 'Cut to the rate' },
  ]);
});
