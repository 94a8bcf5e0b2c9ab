import { hashKey } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeLocal, KEYS } from '#start/local.ts';
import { keepAnswer, keepRows } from '#data/readCache.ts';
import { recordOptions } from '#data/record.ts';
import { setSession } from '#data/sessionStore.ts';
import { lastLocalView } from '#modules/claims/localViews.ts';
import { aConveyance, aLocalExpense } from '#tests/support/claims.ts';
import { PERSON, signInOffline } from '#tests/support/screen.tsx';
import { keep, open } from './conveyanceListFixtures.ts';

const radio = (name: string) => screen.getByRole('radio', { name });

beforeEach(async () => {
  await signInOffline();
  removeLocal(KEYS.localView);
  await keep([]);
});

describe('the two views of one’s local claims', () => {
  it('LOC-22: radio buttons lead from one to the other, each at its address, on both', async () => {
    const user = userEvent.setup();
    const router = await open('/raise-local/expense?MANAGER_APPROVAL_STATUS=0');
    expect(await screen.findByRole('radio', { name: 'Mobile Bill/Other Expenses' })).toBeChecked();
    await user.click(radio('Sales App Trip Expenses'));
    await waitFor(() => expect(router.state.location.href).toBe('/raise-local/conveyance'));
    await waitFor(() => expect(radio('Sales App Trip Expenses')).toBeChecked());
    expect(radio('Sales App Trip Expenses')).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/raise-local/expense'));
    await waitFor(() => expect(radio('Mobile Bill/Other Expenses')).toHaveFocus());
  });

  it('LOC-22: whose list it is stays', async () => {
    const user = userEvent.setup();
    const router = await open('/raise-local/expense?findByEmail=other@example.com');
    await user.click(await screen.findByRole('radio', { name: 'Sales App Trip Expenses' }));
    await waitFor(() =>
      expect(router.state.location.href).toBe('/raise-local/conveyance?page=0&findByEmail=other@example.com'),
    );
  });

  it('LOC-22: /raise-local opens the view used last, for each person of the device', async () => {
    await open('/raise-local/conveyance');
    await waitFor(() => expect(lastLocalView('/raise-local')).toBe('conveyance'));
    const router = await open('/raise-local');
    expect(router.state.location.pathname).toBe('/raise-local/conveyance');
    setSession({ ...PERSON, email: 'other@example.com', employeeCode: 'KH1002' });
    expect((await open('/raise-local')).state.location.pathname).toBe('/raise-local/expense');
  });

  it('NAV-8: an id leads to its view, with that record over its list', async () => {
    await keep([aConveyance({ tripId: 'CNVA' })]);
    const router = await open('/raise-local/CNVA');
    expect(router.state.location.href).toContain('/raise-local/conveyance');
    await waitFor(() => expect(router.state.location.href).toContain('open=CNVA'));
    expect(await screen.findByRole('dialog', { name: 'Edit Local Conveyance' })).toBeInTheDocument();
  });

  it('NAV-8: a record that is on no row of the page is read by its id', async () => {
    await keepRows(
      'searchLocalExpenses',
      Array.from({ length: 30 }, (_, n) => aLocalExpense({ expenseId: `EXPN${n}`, creationDate: 10 + n })),
      Date.now(),
      'test',
    );
    await open('/raise-local/EXPN0');
    expect(await screen.findByRole('dialog', { name: 'View/Edit Local Expenses' })).toBeInTheDocument();
    expect(screen.queryByRole('listitem', { name: 'EXPN0' })).toBeNull();
  });

  it('LIST-18: a row that was cut opens whole, as the record is known by its id; without it, not at all', async () => {
    await keep([aConveyance({ tripId: 'CNVA', remarks: 'Demo…', cut: true })]);
    await open('/raise-local/CNVA');
    expect(await screen.findByRole('dialog', { name: 'This could not be loaded' })).toBeInTheDocument();
    await keepAnswer(
      hashKey(recordOptions('CNVA').queryKey),
      {
        success: true,
        data: {
          record: { kind: 'conveyance', record: aConveyance({ tripId: 'CNVA', remarks: 'Demo at the site' }) },
          mayAsk: false,
        },
      },
      Date.now(),
    );
    cleanup();
    await open('/raise-local/CNVA');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Local Conveyance' });
    expect(within(dialog).getByLabelText(/^Remarks/)).toHaveValue('Demo at the site');
  });

  it('NAV-8: one that is not on this device says so while there is no network', async () => {
    await keep([aConveyance()]);
    await open('/raise-local/CNVX');
    const dialog = await screen.findByRole('dialog', { name: 'This could not be loaded' });
    expect(within(dialog).getByText(/No network/)).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});
