import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { loadDraft } from '#data/drafts.ts';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { aMapping, DOCUMENTS, openTally, TALLY_ADMIN } from '#tests/support/tallyScreens.tsx';

vi.setConfig({ testTimeout: 60_000 });

describe('the ledgers', () => {
  const open = async () => {
    await noDraft('Tally Ledgers');
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
    // A frame that comes before what is wrong is drawn: a slow device has it so.
    const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => {
      frame(0);
      return 0;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please enter the ledger')).toBeInTheDocument();
    await waitFor(() => expect(food).toHaveFocus());
    frames.mockRestore();
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

  it('TALLY-9 DR-1: what was typed is there again when the page is opened again', async () => {
    await signInAnswered(TALLY_ADMIN, { getLedgerMapping: ok(aMapping()) });
    await open();
    await userEvent.type(await screen.findByLabelText('Bank ledger'), ' Mumbai');
    // Leaving the page keeps it on the device.
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
