import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { online } from '#data/online.ts';
import { outbox } from '#data/entries.ts';
import { keepRows } from '#data/readCache.ts';
import { aBill, aLocalExpense } from '#tests/support/claims.ts';
import { FINANCE, FINANCE_APPROVED, forFinance, openReview, TABLES } from '#tests/support/reviews.tsx';
import { signInOffline } from '#tests/support/screen.tsx';

const row = (id: string) => screen.findByRole('row', { name: new RegExp(`^${id},`) });
const entries = async () =>
  (await (await outbox()).list()).map(({ endpoint, record, body }) => ({
    endpoint,
    id: record.id,
    ids: record.ids,
    body,
  }));
/** A decided row leaves the table before its decision is stored. */
const untilStored = (...ids: string[]) =>
  waitFor(async () => expect((await entries()).map(({ id }) => id)).toEqual(ids));
const headers = () => screen.getAllByRole('columnheader').map((each) => each.textContent);

beforeEach(async () => {
  await signInOffline(FINANCE);
  await keepRows(
    'searchLocalExpenses',
    [
      aLocalExpense({ ...forFinance(), expenseId: 'EXP1', creationDate: 9, billUrl: [aBill(1), aBill(2)] }),
      aLocalExpense({ ...forFinance(), expenseId: 'EXP2', creationDate: 8 }),
      aLocalExpense({ ...forFinance(), expenseId: 'EXP3', creationDate: 7 }),
      aLocalExpense({
        ...forFinance(),
        expenseId: 'EXP4',
        creationDate: 6,
        financeApprovalStatus: FINANCE_APPROVED,
        financeApprovedAmount: 400,
      }),
    ],
    Date.now(),
    'test',
  );
});

describe('a table without a mouse', () => {
  it('FIN-15: arrows, Home and End move, from nowhere too', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('{ArrowDown}');
    expect(await row('EXP1')).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(await row('EXP3')).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(await row('EXP2')).toHaveFocus();
    await user.keyboard('{Home}');
    expect(await row('EXP1')).toHaveFocus();
    await user.keyboard('{End}');
    expect(await row('EXP3')).toHaveFocus();
    expect(screen.getAllByRole('row').filter((each) => each.tabIndex === 0)).toEqual([await row('EXP3')]);
  });

  it('FIN-15: Space selects, Ctrl+A all that are pending, Esc none', async () => {
    const user = userEvent.setup();
    await openReview(`${TABLES.local}?FINANCE_APPROVAL_STATUS=0|1`);
    await row('EXP1');
    await user.keyboard('{ArrowDown} ');
    expect(within(await row('EXP1')).getByRole('checkbox')).toBeChecked();
    await user.keyboard(' ');
    expect(within(await row('EXP1')).getByRole('checkbox')).not.toBeChecked();
    await user.keyboard('{End} ');
    expect(within(await row('EXP4')).getByRole('checkbox')).not.toBeChecked();
    await user.keyboard('{Control>}a{/Control}');
    expect(screen.getByText('Selected pending request (3)')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.getByText('Selected pending request (0)')).toBeInTheDocument();
    expect(await row('EXP4')).toHaveFocus();
  });

  it('FIN-15: A approves, E and M fill in before it, and R asks for the remark that it needs', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('{ArrowDown}a');
    await waitFor(async () =>
      expect(await entries()).toMatchObject([
        { endpoint: 'financeApproveLocal', id: 'EXP1', body: { financeApprovedAmount: null, financeRemarks: null } },
      ]),
    );
    await user.keyboard('{ArrowDown}e');
    expect(screen.getByLabelText('Approved amount EXP2')).toHaveFocus();
    await user.keyboard('1200{Escape}');
    expect(await row('EXP2')).toHaveFocus();
    expect(screen.getByLabelText('Approved amount EXP2')).toHaveValue('');
    await user.keyboard('e300{Enter}mCut to the rate{Enter}');
    expect(await row('EXP2')).toHaveFocus();
    await user.keyboard('a');
    await waitFor(async () =>
      expect(await entries()).toMatchObject([
        { id: 'EXP1' },
        {
          endpoint: 'financeApproveLocal',
          id: 'EXP2',
          body: { financeApprovedAmount: '300', financeRemarks: 'Cut to the rate' },
        },
      ]),
    );
    await user.keyboard('{ArrowDown}r');
    await waitFor(() => expect(screen.getByLabelText('Finance remarks EXP3')).toHaveFocus());
    await user.keyboard('No bill{Enter}');
    await waitFor(async () =>
      expect((await entries()).at(-1)).toMatchObject({
        endpoint: 'financeRejectLocal',
        id: 'EXP3',
        body: { financeRemarks: 'No bill' },
      }),
    );
  });

  it('FIN-15: with some selected, A and R mean all of them', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('{ArrowDown} {ArrowDown} {ArrowDown}a');
    expect(
      await screen.findByText('Please confirm if you wish to approve expenses for selected (2) list'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(async () =>
      expect(await entries()).toMatchObject([
        { endpoint: 'bulkFinanceLocal', ids: ['EXP1', 'EXP2'], body: { approved: true, comments: null } },
      ]),
    );
  });

  it('FIN-15: where a decided row leaves, the next one follows', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    // The server takes its time.
    globalThis.fetch = () => new Promise(() => undefined);
    online.sawAnswer();
    await user.keyboard('{ArrowDown}a');
    await waitFor(() => expect(screen.queryByRole('row', { name: /^EXP1,/ })).toBeNull());
    await waitFor(async () => expect(await row('EXP2')).toHaveFocus());
    await user.keyboard('{ArrowDown}a');
    await waitFor(() => expect(screen.queryByRole('row', { name: /^EXP3,/ })).toBeNull());
    await waitFor(async () => expect(await row('EXP2')).toHaveFocus());
    await untilStored('EXP1', 'EXP3');
  });

  it('FIN-15: a key that is held decides one row, and none of those that follow it', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    globalThis.fetch = () => new Promise(() => undefined);
    online.sawAnswer();
    await user.keyboard('{ArrowDown}a');
    await waitFor(async () => expect(await row('EXP2')).toHaveFocus());
    for (const key of ['a', 'A', 'Enter', ' ', 'r', 'u']) fireEvent.keyDown(await row('EXP2'), { key, repeat: true });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(within(await row('EXP2')).getByRole('checkbox')).not.toBeChecked();
    expect(await row('EXP2')).toHaveFocus();
    await untilStored('EXP1');
    // Who lets go and presses again means the next one.
    await user.keyboard('a');
    await untilStored('EXP1', 'EXP2');
  });

  it('FIN-15: a key that is held writes nothing into the field that it goes to', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('{ArrowDown}r');
    const remark = screen.getByLabelText('Finance remarks EXP1');
    await waitFor(() => expect(remark).toHaveFocus());
    // What is not prevented is typed.
    expect(fireEvent.keyDown(remark, { key: 'r', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(remark, { key: 'R', repeat: true })).toBe(false);
    fireEvent.keyUp(remark, { key: 'r' });
    await user.keyboard('rr');
    expect(fireEvent.keyDown(remark, { key: 'r', repeat: true })).toBe(true);
    expect(remark).toHaveValue('rr');
    // Nor is a held Enter pressed again and again.
    await user.keyboard('{Escape}r');
    await waitFor(() => expect(remark).toHaveFocus());
    fireEvent.keyDown(remark, { key: 'Enter', repeat: true });
    expect(remark).toHaveFocus();
    await user.keyboard('{Escape}e');
    const amount = screen.getByLabelText('Approved amount EXP1');
    expect(amount).toHaveFocus();
    expect(fireEvent.keyDown(amount, { key: 'e', repeat: true })).toBe(false);
  });

  it('FIN-15: V and numbers show bills, C copies, Enter opens the record, and each comes back to the row', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('{ArrowDown}2');
    expect(await screen.findByRole('dialog', { name: 'Bill 2 of 2' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await row('EXP1')).toHaveFocus();
    await user.keyboard('c');
    expect(await screen.findByText('Expense Id copied.')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('EXP1');
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Approve/Reject Local Expenses' });
    // Its letters are no commands meanwhile.
    await user.keyboard('r');
    expect(within(dialog).queryByText('Please add remark')).toBeNull();
    expect(await entries()).toEqual([]);
  });

  it('FIN-15: arrows in a field go down its column', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('{ArrowDown}e100{ArrowDown}200{ArrowUp}');
    expect(screen.getByLabelText('Approved amount EXP1')).toHaveFocus();
    expect(screen.getByLabelText('Approved amount EXP1')).toHaveValue('100');
    expect(screen.getByLabelText('Approved amount EXP2')).toHaveValue('200');
  });

  it('FIN-15: ? says what the keys do, and typing a remark with an A in it decides nothing', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.keyboard('?');
    const help = await screen.findByRole('dialog', { name: 'Keyboard' });
    expect(within(help).getByText('Approve the row, or all that are selected')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByLabelText('Finance remarks EXP1'));
    await user.keyboard('a r ?');
    expect(screen.getByLabelText('Finance remarks EXP1')).toHaveValue('a r ?');
    expect(await entries()).toEqual([]);
  });
});

describe('a table as one wants it', () => {
  it('FIN-16: hidden columns stay hidden on this device; the first and the last cannot be', async () => {
    const user = userEvent.setup();
    await openReview(TABLES.local);
    await row('EXP1');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const choice = await screen.findByRole('dialog', { name: 'Columns' });
    expect(within(choice).queryByRole('checkbox', { name: 'Expense Id' })).toBeNull();
    expect(within(choice).queryByRole('checkbox', { name: 'Status' })).toBeNull();
    await user.click(within(choice).getByRole('checkbox', { name: 'Claim Date' }));
    await user.click(within(choice).getByRole('button', { name: 'Done' }));
    expect(headers()).not.toContain('Claim Date');
    await user.click(screen.getByRole('radio', { name: 'Sales App Trip Expenses' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /^EXP1,/ })).toBeNull());
    await user.click(screen.getByRole('radio', { name: 'Mobile Bill/Other Expenses' }));
    await row('EXP1');
    expect(headers()).not.toContain('Claim Date');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(headers()).toContain('Claim Date');
  });

  it('FIN-16 LIST-6: more rows a page stand in the address, and junk there does not', async () => {
    await keepRows(
      'searchLocalExpenses',
      Array.from({ length: 60 }, (_, n) =>
        aLocalExpense({ ...forFinance(), expenseId: `EXP9${String(n).padStart(2, '0')}` }),
      ),
      Date.now(),
      'more',
    );
    const user = userEvent.setup();
    const router = await openReview(`${TABLES.local}?size=7`);
    await waitFor(() => expect(screen.getAllByRole('row', { name: /^EXP/ })).toHaveLength(25));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows a page' }), '50');
    await waitFor(() => expect(screen.getAllByRole('row', { name: /^EXP/ })).toHaveLength(50));
    expect(router.state.location.searchStr).toContain('size=50');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(screen.getAllByRole('row', { name: /^EXP/ })).toHaveLength(13));
    expect(router.state.location.searchStr).toContain('page=1');
    await user.keyboard('{ArrowDown}');
    screen.getAllByRole('row', { name: /^EXP/ })[0]?.focus();
    await user.keyboard('p');
    await waitFor(() => expect(router.state.location.searchStr).toContain('page=0'));
  });
});
