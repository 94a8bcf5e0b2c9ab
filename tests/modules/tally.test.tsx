import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { online } from '#data/online.ts';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { setWindowWidth } from '#tests/support/screens.ts';
import { aBatch, aCandidate, aVoucher, DOCUMENTS, openTally, TALLY_ADMIN } from '#tests/support/tallyScreens.tsx';
import { button, cells, page, rowsOf } from './tallyFixtures.ts';

vi.setConfig({ testTimeout: 60_000 });

const goOffline = (): void => {
  globalThis.fetch = () => Promise.reject(new TypeError('No network.'));
  for (let n = 0; n < 3; n += 1) online.sawFailure();
};

describe('View Tally', () => {
  it('TALLY-1: batches with period, kind, vouchers, amount and status in words; one leads to its page', async () => {
    await signInAnswered(TALLY_ADMIN, {
      listTallyBatches: page([
        aBatch(),
        aBatch({
          batchId: 'TLY2',
          kind: null,
          vouchers: 1_204,
          posted: 3,
          failed: 1,
          status: 'FAILED',
          amount: 512_345.75,
          source: 'SHEET',
          mayMark: true,
        }),
      ]),
    });
    const router = await openTally('/view-tally-service');
    const [, first, second] = await rowsOf('Tally batches');
    expect(cells(first!)).toEqual([
      'TLY1made 12-11-2026 by Lakshmi Subramanian',
      '01-11-2026 to 10-11-2026 ',
      'Travel expense',
      '2',
      '₹1,984.50',
      'Not exported',
      '–',
    ]);
    expect(cells(second!).slice(2, 6)).toEqual(['Several kinds', '1,204', '₹5,12,345.75', 'Failed3 posted, 1 failed']);
    expect(cells(second!)[0]).toContain('by sheet of');
    await userEvent.click(within(first!).getByRole('link', { name: 'TLY1' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tally-detail-service/TLY1'));
  });

  it('TALLY-1: filters are asked for by their codes, and trips are no kind of voucher', async () => {
    const asked = await signInAnswered(TALLY_ADMIN, { listTallyBatches: page([]) });
    await openTally('/view-tally-service?TALLY_STATUS=1|3&RECORD_KIND=2');
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
    expect(screen.getByText(/^Nothing matches these filters/)).toBeInTheDocument();
    expect(asked[0]?.query.getAll('filter')).toEqual(['RECORD_KIND:2', 'TALLY_STATUS:1|3']);
    await userEvent.click(await button('Filter'));
    const panel = within(await screen.findByRole('dialog'));
    expect(await panel.findByText('Failed')).toBeInTheDocument();
    expect(panel.getByText('Local expense')).toBeInTheDocument();
    expect(panel.queryByText('Travel request')).toBeNull();
  });

  it('TALLY-1: on a phone the rows are cards, named by their id', async () => {
    setWindowWidth(360);
    await signInAnswered(TALLY_ADMIN, {
      listTallyBatches: page([aBatch({ posted: 1, mayMark: true, status: 'EXPORTED' })]),
    });
    await openTally('/view-tally-service');
    const card = await screen.findByRole('listitem', { name: 'TLY1' });
    for (const text of ['₹1,984.50', 'Travel expense · 2 vouchers', 'Exported', '1 posted'])
      expect(within(card).getByText(text)).toBeInTheDocument();
    expect(within(card).getByRole('link', { name: /^TLY1, 01-11-2026 to 10-11-2026, ₹1,984.50/ })).toHaveAttribute(
      'href',
      '/tally-detail-service/TLY1',
    );
  });

  it('TALLY-1: without a network what was loaded stays, and says so', async () => {
    await signInAnswered(TALLY_ADMIN, { listTallyBatches: page([aBatch()]) });
    await openTally('/view-tally-service');
    await screen.findByRole('link', { name: 'TLY1' });
    goOffline();
    expect(await screen.findByText(/^Tally needs a connection. What is shown was loaded earlier/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'TLY1' })).toBeInTheDocument();
  });

  it('TALLY-1: a list that does not come says why, and is asked for again', async () => {
    let fails = true;
    await signInAnswered(TALLY_ADMIN, {
      listTallyBatches: () => (fails ? refusal(500, 'INTERNAL', 'Something went wrong.') : page([aBatch()])),
    });
    await openTally('/view-tally-service?TALLY_STATUS=2');
    expect(await screen.findByText('This list could not be loaded. Something went wrong.')).toBeInTheDocument();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'TLY1' })).toBeInTheDocument();
  });

  it('ACC-16: whom the server refuses is led to the page that says so', async () => {
    await signInAnswered(TALLY_ADMIN, { listTallyBatches: () => refusal(403, 'FORBIDDEN', 'No.') });
    const router = await openTally('/view-tally-service?TALLY_STATUS=0');
    await waitFor(() => expect(router.state.location.pathname).toBe('/not-found'));
  });
});

describe('Tally Data', () => {
  const two = [
    aCandidate(),
    aCandidate({ expenseId: 'CNV2', kind: 1, type: 'CAB', amount: 98.5, employeeName: 'Imran Qureshi' }),
  ];

  it('TALLY-2: some of the page become a batch, which opens', async () => {
    const asked = await signInAnswered(TALLY_ADMIN, {
      listTallyCandidates: page(two),
      makeTallyBatch: ok({ batch: aBatch({ vouchers: 1 }), done: ['CNV2'], refused: [] }),
      getTallyBatch: ok(aBatch({ vouchers: 1 })),
      listTallyVouchers: page([aVoucher()]),
      tallyBatchHistory: ok([]),
    });
    const router = await openTally('/tally-data');
    const [, first] = await rowsOf('Claims in no batch');
    expect(cells(first!).slice(1)).toEqual([
      'Travel expense: FoodEXP1',
      'Asha NairKH1001',
      '02-11-2026approved 05-11-2026',
      'Travel expense - Food',
      'Sales',
      '₹750.00',
    ]);
    expect(screen.getAllByText('Food of 02-11-2026, Asha Nair (KH1001), EXP1')).toHaveLength(2);
    expect(screen.getByText('₹848.50')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Make batch' }));
    expect(await screen.findByText('Please select claims')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select CNV2' }));
    expect(screen.getByText('1 claim selected')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Make batch' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/tally-detail-service/TLY1'));
    const made = asked.find(({ name }) => name === 'makeTallyBatch');
    expect(made?.body).toEqual({ ids: ['CNV2'] });
    expect(made?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/);
    expect(await screen.findByText('Batch made of 1 claim.')).toBeInTheDocument();
  });

  it('TALLY-2: all that the filters select become one, after a question; what could not be taken is said', async () => {
    const asked = await signInAnswered(TALLY_ADMIN, {
      listTallyCandidates: page(two, 60),
      makeTallyBatch: ok({
        batch: null,
        done: [],
        refused: [{ id: 'EXP1', code: 'CONFLICT', message: 'This request is in batch TLY9 already.' }],
      }),
    });
    const router = await openTally('/tally-data?RECORD_KIND=1|2');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all 60' }));
    expect(screen.getByText('All 60 claims selected')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Make batch' }));
    const question = within(await screen.findByRole('dialog', { name: 'Make one batch of all of them?' }));
    expect(asked.some(({ name }) => name === 'makeTallyBatch')).toBe(false);
    await userEvent.click(question.getByRole('button', { name: 'Make batch' }));
    expect(
      await screen.findByText('1 claim could not be taken. This request is in batch TLY9 already.'),
    ).toBeInTheDocument();
    expect(asked.find(({ name }) => name === 'makeTallyBatch')?.body).toEqual({ filters: { RECORD_KIND: ['1', '2'] } });
    expect(router.state.location.pathname).toBe('/tally-data');
  });

  it('TALLY-2: an answer that did not come is asked for again under the same key', async () => {
    let times = 0;
    const asked = await signInAnswered(TALLY_ADMIN, {
      listTallyCandidates: page(two),
      makeTallyBatch: () =>
        (times += 1) === 1
          ? refusal(503, 'UNAVAILABLE', 'Please try again.')
          : ok({ batch: null, done: [], refused: [] }),
    });
    await openTally('/tally-data');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select EXP1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Make batch' }));
    expect(await screen.findByText('Please try again.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Make batch' }));
    await waitFor(() => expect(times).toBe(2));
    const keys = asked
      .filter(({ name }) => name === 'makeTallyBatch')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('TALLY-4: who only looks makes none; without a network nobody does', async () => {
    await signInAnswered(DOCUMENTS, { listTallyCandidates: page(two) });
    await openTally('/tally-data');
    expect(await screen.findByText(/^Tally admins make batches/)).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Make batch' })).toBeNull();
  });

  it('TALLY-2: without a network the batch is not made, and it says why', async () => {
    await signInAnswered(TALLY_ADMIN, { listTallyCandidates: page(two) });
    await openTally('/tally-data');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select EXP1' }));
    goOffline();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Make batch' })).toHaveAttribute('aria-disabled', 'true'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Make batch' }));
    expect(await screen.findByText('Tally needs a connection.')).toBeInTheDocument();
  });
});
