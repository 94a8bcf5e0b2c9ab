import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { online } from '#data/online.ts';
import { loadDraft, removeDraft } from '#data/drafts.ts';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { setWindowWidth } from '#tests/support/screens.ts';
import {
  aBatch,
  aCandidate,
  aMapping,
  anExportedBatch,
  aVoucher,
  DOCUMENTS,
  openTally,
  TALLY_ADMIN,
} from '#tests/support/tallyScreens.tsx';

vi.setConfig({ testTimeout: 60_000 });

const page = (rows: readonly object[], total = rows.length): object => ok(rows, { totalElements: total });
const button = (name: string) => screen.findByRole('button', { name });
const cells = (row: HTMLElement): (string | null)[] =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const rowsOf = async (name: string) => within(await screen.findByRole('table', { name })).getAllByRole('row');
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

  it('TALLY-5: a lost export is asked for under its key, and anew once the batch has moved on', async () => {
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
    await waitFor(() => expect(asked.filter(({ name }) => name === 'getTallyBatch').length).toBeGreaterThan(1));
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

  it('TALLY-10: Tally’s answer is sent, and what it came to is told', async () => {
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

describe('the ledgers', () => {
  const open = async () => {
    await removeDraft('Tally Ledgers');
    return openTally('/home/tally-ledgers');
  };

  it('TALLY-9: each kind and type has its ledger; a change is saved on the version that was seen', async () => {
    const asked = await signInAnswered(TALLY_ADMIN, {
      getLedgerMapping: ok(aMapping()),
      saveLedgerMapping: ({ body }) => ok({ ...aMapping({ version: 5 }), ...(body as object) }),
    });
    await open();
    const food = await screen.findByLabelText('Food');
    expect(food).toHaveValue('Ledger FOOD');
    expect(screen.getByLabelText('Technology')).toHaveValue('IT');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Nothing is changed.')).toBeInTheDocument();
    await userEvent.clear(food);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please enter the ledger')).toBeInTheDocument();
    await waitFor(() => expect(food).toHaveFocus());
    await userEvent.type(food, 'Staff Welfare');
    await userEvent.type(screen.getByLabelText('Sales'), 'Vertrieb');
    expect(screen.getByText('2 changes not saved')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Ledgers saved.')).toBeInTheDocument();
    const saved = asked.find(({ name }) => name === 'saveLedgerMapping');
    expect(saved?.headers.get('if-match')).toBe('"4"');
    expect(saved?.body).toMatchObject({
      payableLedger: 'Employee Payable',
      ledgers: expect.arrayContaining([{ kind: 2, type: 'FOOD', ledger: 'Staff Welfare' }]),
      costCentres: [
        { costCentre: 'Sales', name: 'Vertrieb' },
        { costCentre: 'Technology', name: 'IT' },
      ],
    });
    expect(await screen.findByText('All saved')).toBeInTheDocument();
  });

  it('TALLY-9: they are searched by kind, type and name', async () => {
    await signInAnswered(TALLY_ADMIN, { getLedgerMapping: ok(aMapping()) });
    await open();
    await userEvent.type(await screen.findByLabelText('Search'), 'cab');
    expect(screen.getByLabelText('Cab')).toBeInTheDocument();
    expect(screen.queryByLabelText('Food')).toBeNull();
    expect(screen.getByText('1 name found')).toBeInTheDocument();
  });

  it('TALLY-9: what somebody else saved meanwhile is shown beside, and nothing is overwritten unseen', async () => {
    let current = aMapping();
    await signInAnswered(TALLY_ADMIN, {
      getLedgerMapping: () => ok(current),
      saveLedgerMapping: ({ headers, body }) =>
        headers.get('if-match') === `"${current.version}"`
          ? ok({ ...current, ...(body as object), version: 6 })
          : refusal(409, 'VERSION_CONFLICT', 'Somebody changed the ledgers meanwhile.', { current }),
    });
    await open();
    await userEvent.type(await screen.findByLabelText('Food'), ' new');
    current = aMapping({ version: 5, bankLedger: 'ICICI', updatedBy: { email: 'x@example.com', name: 'Farah Khan' } });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(
      await screen.findByText('Farah Khan saved other names meanwhile. Yours are still here and not saved.'),
    ).toBeInTheDocument();
    expect(screen.getByText('Theirs: ICICI')).toBeInTheDocument();
    expect(screen.getByLabelText('Food')).toHaveValue('Ledger FOOD new');
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Ledgers saved.')).toBeInTheDocument();
  });

  it('TALLY-9 DR-1: what was typed is there again when the page is opened anew', async () => {
    await signInAnswered(TALLY_ADMIN, { getLedgerMapping: ok(aMapping()) });
    await open();
    await userEvent.type(await screen.findByLabelText('Bank ledger'), ' Mumbai');
    // Whoever leaves the page leaves it on the device.
    cleanup();
    await waitFor(async () => expect(await loadDraft('Tally Ledgers')).not.toBeNull());
    await openTally('/home/tally-ledgers');
    await waitFor(async () => expect(await screen.findByLabelText('Bank ledger')).toHaveValue('HDFC Mumbai'));
    expect(screen.getByText('1 change not saved')).toBeInTheDocument();
  });

  it('TALLY-4: who only looks changes none', async () => {
    await signInAnswered(DOCUMENTS, { getLedgerMapping: ok(aMapping({ mayChange: false })) });
    await open();
    expect(await screen.findByLabelText('Food')).toHaveAttribute('readonly');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.getByText(/Tally admins change them/)).toBeInTheDocument();
  });
});
