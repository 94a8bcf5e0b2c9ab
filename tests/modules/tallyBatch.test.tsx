import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { aBatch, anExportedBatch, aVoucher, DOCUMENTS, openTally, TALLY_ADMIN } from '#tests/support/tallyScreens.tsx';
import { button, cells, page, rowsOf } from './tallyFixtures.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('Tally Batch', () => {
  const HISTORY = ok([
    { at: 1_794_200_000_000, by: 'Lakshmi Subramanian', onBehalfOf: null, what: 'Batch made', changes: [] },
  ]);
  const answers = (
    batch = anExportedBatch(),
    vouchers = [
      aVoucher(),
      aVoucher({ expenseId: 'EXP2', status: 'FAILED', reason: 'Ledger does not exist', mayRelease: true }),
    ],
  ) => ({ getTallyBatch: ok(batch), listTallyVouchers: page(vouchers), tallyBatchHistory: HISTORY });
  const open = () => openTally('/tally-detail-service/TLY1');

  it('TALLY-3: vouchers with ledger, employee, cost centre, amount, narration; debit is credit; history', async () => {
    await signInAnswered(TALLY_ADMIN, answers());
    await open();
    const rows = await rowsOf('Vouchers');
    expect(cells(rows[1]!).slice(1)).toEqual([
      '05-11-2026EXP1',
      'DrTravel expense - FoodCrEmployee Payable',
      'Asha Nair (KH1001)Sales',
      '₹750.00',
      '₹750.00',
      'Exported',
    ]);
    expect(cells(rows[2]!)).toEqual(['Food of 02-11-2026, Asha Nair (KH1001), EXP1']);
    expect(cells(rows[4]!)).toEqual(['Food of 02-11-2026, Asha Nair (KH1001), EXP1Ledger does not exist']);
    expect(cells(rows.at(-1)!)).toEqual(['₹1,984.50', '₹1,984.50', 'Debit = credit']);
    expect(await screen.findByText('Batch made')).toBeInTheDocument();
  });

  it('TALLY-5: its file is saved under the server’s name, by a change with a key', async () => {
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const asked = await signInAnswered(TALLY_ADMIN, {
      ...answers(aBatch()),
      exportTallyBatch: () =>
        new Response('<ENVELOPE/>', {
          headers: { 'content-type': 'application/xml', 'content-disposition': 'attachment; filename="TLY1.xml"' },
        }),
    });
    await open();
    await userEvent.click(await button('Download Tally XML'));
    expect(await screen.findByText('TLY1.xml is saved.')).toBeInTheDocument();
    expect(saved).toEqual(['TLY1.xml']);
    expect(asked.find(({ name }) => name === 'exportTallyBatch')).toMatchObject({
      path: '/api/v1/tally/batches/TLY1/export',
      headers: expect.objectContaining({}),
    });
    expect(asked.find(({ name }) => name === 'exportTallyBatch')?.headers.get('idempotency-key')).not.toBeNull();
    click.mockRestore();
  });

  it('TALLY-5: a lost export is asked for under its key, and under a new one once the batch has moved on', async () => {
    let version = 1;
    const asked = await signInAnswered(TALLY_ADMIN, {
      ...answers(),
      getTallyBatch: () => ok(anExportedBatch({ version })),
      exportTallyBatch: () => refusal(503, 'UNAVAILABLE', 'Please try again.'),
      markTallyVouchers: () =>
        ok({ batch: anExportedBatch({ version: (version = 2) }), done: ['EXP1', 'EXP2'], refused: [] }),
    });
    await open();
    const keys = () =>
      asked.filter(({ name }) => name === 'exportTallyBatch').map(({ headers }) => headers.get('idempotency-key'));
    for (const times of [1, 2]) {
      await userEvent.click(await button('Download Tally XML'));
      await waitFor(() => expect(keys()).toHaveLength(times));
    }
    expect(new Set(keys()).size).toBe(1);
    await userEvent.click(await button('Mark posted'));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark posted' }));
    const lastOf = (call: string) => asked.findLastIndex(({ name }) => name === call);
    await waitFor(() => expect(lastOf('markTallyVouchers')).toBeGreaterThan(0));
    await waitFor(() => expect(lastOf('getTallyBatch')).toBeGreaterThan(lastOf('markTallyVouchers')));
    await userEvent.click(await button('Download Tally XML'));
    await waitFor(() => expect(keys()).toHaveLength(3));
    expect(new Set(keys()).size).toBe(2);
  });

  it('TALLY-3: marking posted asks first, and marks all when none is chosen', async () => {
    const asked = await signInAnswered(TALLY_ADMIN, {
      ...answers(),
      markTallyVouchers: ok({
        batch: anExportedBatch({ status: 'POSTED', posted: 2 }),
        done: ['EXP1', 'EXP2'],
        refused: [],
      }),
    });
    await open();
    await userEvent.click(await button('Mark posted'));
    const question = within(await screen.findByRole('dialog', { name: 'Mark posted?' }));
    expect(question.getByText(/^Say so of all 2 vouchers only when Tally has them\./)).toBeInTheDocument();
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(asked.some(({ name }) => name === 'markTallyVouchers')).toBe(false);
    await userEvent.click(await button('Mark posted'));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Mark posted' }));
    expect(await screen.findByText('2 vouchers marked posted.')).toBeInTheDocument();
    // All means all that was shown: what somebody else marked meanwhile is not overwritten.
    const marked = asked.find(({ name }) => name === 'markTallyVouchers');
    expect([marked?.body, marked?.headers.get('if-match')]).toEqual([{ posted: true, ids: null }, '"1"']);
  });

  it('TALLY-3: marking failed needs the reason, of the chosen alone; what is refused is said', async () => {
    const asked = await signInAnswered(TALLY_ADMIN, {
      ...answers(),
      markTallyVouchers: ok({
        batch: anExportedBatch({ failed: 1, status: 'FAILED' }),
        done: [],
        refused: [{ id: 'EXP1', code: 'CONFLICT', message: 'This voucher has not been exported yet.' }],
      }),
    });
    await open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select EXP1' }));
    await userEvent.click(await button('Mark failed'));
    const form = within(await screen.findByRole('dialog', { name: 'Mark failed?' }));
    await userEvent.click(form.getByRole('button', { name: 'Mark failed' }));
    expect(await form.findByText('Please enter why it failed')).toBeInTheDocument();
    await userEvent.type(form.getByLabelText('Reason'), ' No such ledger ');
    await userEvent.click(form.getByRole('button', { name: 'Mark failed' }));
    expect(
      await screen.findByText('1 voucher could not be changed. This voucher has not been exported yet.'),
    ).toBeInTheDocument();
    expect(asked.find(({ name }) => name === 'markTallyVouchers')?.body).toEqual({
      posted: false,
      ids: ['EXP1'],
      reason: 'No such ledger',
    });
  });

  it('TALLY-3: what is posted already does not fail by the way', async () => {
    await signInAnswered(TALLY_ADMIN, answers(anExportedBatch({ posted: 1 })));
    await open();
    await userEvent.click(await button('Mark failed'));
    expect(await screen.findByText('Please select the vouchers that Tally did not take.')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('TALLY-3: while a filter hides some of the batch, nothing is marked but what is chosen', async () => {
    await signInAnswered(TALLY_ADMIN, answers());
    await openTally('/tally-detail-service/TLY1?TALLY_STATUS=3');
    await userEvent.click(await button('Mark posted'));
    expect(await screen.findByText(/^Please select the vouchers that are meant/)).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('TALLY-8: what failed is taken out after a question; what was exported is not', async () => {
    const asked = await signInAnswered(TALLY_ADMIN, {
      ...answers(anExportedBatch({ mayRelease: true })),
      releaseTallyVouchers: ok({ batch: anExportedBatch({ vouchers: 1 }), done: ['EXP2'], refused: [] }),
    });
    await open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select EXP1' }));
    await userEvent.click(await button('Take out'));
    expect(await screen.findByText('What was exported or posted stays in its batch.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select EXP1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select EXP2' }));
    await userEvent.click(await button('Take out'));
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Take out of the batch?' })).getByRole('button', {
        name: 'Take out',
      }),
    );
    expect(await screen.findByText('1 voucher taken out.')).toBeInTheDocument();
    expect(asked.find(({ name }) => name === 'releaseTallyVouchers')?.body).toEqual({ ids: ['EXP2'] });
  });

  it('TALLY-10: Tally’s answer is sent, and its result is shown', async () => {
    const asked = await signInAnswered(TALLY_ADMIN, {
      ...answers(),
      answerTallyBatch: ok({
        batch: anExportedBatch(),
        posted: 1,
        failed: 1,
        unclear: 0,
        problems: ['Ledger does not exist (EXP2)'],
      }),
    });
    await open();
    await userEvent.upload(
      await screen.findByLabelText('Tally’s answer'),
      new File(['<RESPONSE/>'], 'Import.xml', { type: 'text/xml' }),
    );
    expect(await screen.findByText('Tally’s answer: 1 voucher posted, 1 failed.')).toBeInTheDocument();
    expect(screen.getByText('Ledger does not exist (EXP2)')).toBeInTheDocument();
    expect(asked.find(({ name }) => name === 'answerTallyBatch')?.file).toBe('Import.xml');
    await userEvent.click(screen.getByRole('button', { name: 'Close Tally’s answer' }));
    expect(screen.queryByText('Ledger does not exist (EXP2)')).toBeNull();
  });

  it('TALLY-4: who only looks sees no buttons of change', async () => {
    await signInAnswered(
      DOCUMENTS,
      answers(anExportedBatch({ mayExport: false, mayMark: false, mayRelease: false }), [aVoucher()]),
    );
    await open();
    await rowsOf('Vouchers');
    expect(screen.getByText('Tally admins download its file and mark its vouchers.')).toBeInTheDocument();
    for (const name of ['Download Tally XML', 'Upload Tally’s answer', 'Mark posted', 'Mark failed', 'Take out'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('TALLY-1: a batch that is not there says so', async () => {
    await signInAnswered(TALLY_ADMIN, { getTallyBatch: () => refusal(404, 'NOT_FOUND', 'Nothing here, or not yours') });
    await openTally('/tally-detail-service/TLY404');
    expect(await screen.findByText('Nothing here, or not yours')).toBeInTheDocument();
  });
});
