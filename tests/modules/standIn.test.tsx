import { hashKey } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { listDelegations } from '#contract/calls/delegations.ts';
import type { Delegations } from '#contract/delegation.ts';
import { online } from '#data/online.ts';
import { readOptions } from '#data/query.ts';
import { keepAnswer, keepRows } from '#data/readCache.ts';
import { NO_ROLES, setSession } from '#data/sessionStore.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { StandInPage } from '#modules/people/screens/StandInPage.tsx';
import { MANAGER, openQueue } from '#tests/support/approvals.tsx';
import { aLocalExpense } from '#tests/support/claims.ts';
import { aDelegation, fromToday } from '#tests/support/delegation.ts';
import { answerChanges } from '#tests/support/sentHeaders.ts';
import { showRoutes, signInOffline } from '#tests/support/screen.tsx';

const BOSS = { ...MANAGER, roles: { ...NO_ROLES, isManager: true } };
const meera = { email: 'manager2@example.com', name: 'Meera Iyer' };
const keep = (lists: Partial<Delegations>) =>
  keepAnswer(
    hashKey(readOptions(listDelegations).queryKey),
    { success: true, data: { given: [], received: [], ...lists } },
    Date.now(),
  );
const open = () =>
  showRoutes('/home/stand-in', [{ path: '/home/stand-in', Screen: StandInPage }, { path: '/approve-travel-request' }]);
const section = (name: string) => screen.findByRole('region', { name });
const typedDay = (days: number): string => formatDay(dayOf(fromToday(days), 'Asia/Kolkata'));

beforeEach(() => signInOffline(BOSS));

describe('DEL-12 the page', () => {
  it('says who stands in for me and whom I stand in for, with days and state; past ones are folded away', async () => {
    await keep({
      given: [
        aDelegation(),
        aDelegation({
          delegationId: 'DEL2',
          from: fromToday(-9),
          to: fromToday(-5),
          state: 'ended',
          endedAt: fromToday(-6),
          endedBy: 'Ravi Menon',
          mayEnd: false,
        }),
      ],
      received: [
        aDelegation({
          delegationId: 'DEL3',
          manager: meera,
          standIn: { email: BOSS.email, name: BOSS.name },
          from: fromToday(3),
          to: fromToday(3),
          state: 'planned',
          setBy: 'Anita Desai',
        }),
      ],
    });
    await open();
    const given = within(await section('Who stands in for me'));
    expect(
      await given.findByRole('listitem', { name: `Dev Patel, ${typedDay(0)} to ${typedDay(4)}, 5 days` }),
    ).toBeVisible();
    expect(given.getByText(`${typedDay(0)} to ${typedDay(4)}, 5 days`)).toBeVisible();
    expect(given.getByText('Running')).toBeVisible();
    expect(given.getByText('Earlier (1)')).toBeVisible();
    expect(given.getByText(`Ended by Ravi Menon on ${typedDay(-6)}`)).not.toBeVisible();
    const received = within(await section('Who I stand in for'));
    expect(received.getByRole('listitem', { name: `Meera Iyer, ${typedDay(3)}, one day` })).toBeVisible();
    expect(received.getByText('Planned')).toBeVisible();
    expect(received.getByText('Set by Anita Desai')).toBeVisible();
    expect(received.queryByRole('link')).toBeNull();
    expect(screen.getByText(/^As of /)).toBeInTheDocument();
  });

  it('leads from a running one to the manager’s queue', async () => {
    const user = userEvent.setup();
    setSession({ ...BOSS, roles: NO_ROLES });
    await keep({ received: [aDelegation()] });
    const router = await open();
    expect(screen.queryByRole('button', { name: 'Name a stand-in' })).toBeNull();
    await user.click(await screen.findByRole('link', { name: 'Open the queue of Ravi Menon' }));
    expect([router.state.location.pathname, router.state.location.search]).toEqual([
      '/approve-travel-request',
      { findByEmail: 'manager@example.com' },
    ]);
  });

  it('says what it means that there is nobody, and what to do', async () => {
    await keep({});
    await open();
    expect(
      await screen.findByText(
        'Nobody stands in for you. Before you go away, name somebody who decides what waits for you.',
      ),
    ).toBeInTheDocument();
    expect(
      screen.getByText('You stand in for nobody. When a manager names you, it says here from when to when.'),
    ).toBeInTheDocument();
  });

  it('says why it could not be loaded, with a way to try again', async () => {
    // Of this person nothing is on the device yet.
    await signInOffline({ ...BOSS, email: 'manager9@example.com' });
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded. No network.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('DEL-9 without a network nothing is ended, and it says so', async () => {
    await keep({ given: [aDelegation()] });
    await open();
    const end = await screen.findByRole('button', { name: 'End now: Dev Patel' });
    expect(end).toHaveAccessibleDescription('This needs a connection.');
    await userEvent.click(end);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('ending one', () => {
  it('OB-3: when its answer is lost it is ended again under the same key', async () => {
    const row = aDelegation({ version: 2 });
    await keep({ given: [row] });
    await open();
    await screen.findByRole('button', { name: 'End now: Dev Patel' });
    const sent = answerChanges([null, { success: true, data: { ...row, state: 'ended', mayEnd: false, version: 3 } }]);
    for (const times of [1, 2]) {
      online.sawAnswer();
      await waitFor(() => expect(screen.getByRole('button', { name: 'End now: Dev Patel' })).toBeEnabled());
      await userEvent.click(screen.getByRole('button', { name: 'End now: Dev Patel' }));
      await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End now' }));
      await waitFor(() => expect(sent).toHaveLength(times));
    }
    expect(sent[0]?.key).toMatch(/^[\w-]{16,}$/);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]?.ifMatch).toBe('"2"');
  });
});

describe('naming one', () => {
  it('DEL-2 DEL-9 judges by the server’s rule, focuses the first wrong field, and keeps the text offline', async () => {
    const user = userEvent.setup();
    await keep({});
    await open();
    await user.click(await screen.findByRole('button', { name: 'Name a stand-in' }));
    const form = within(await screen.findByRole('dialog', { name: 'Name a stand-in' }));
    expect(
      await form.findByText('This needs a connection. What you type is kept until you are online.'),
    ).toBeInTheDocument();
    const [person, last] = [await form.findByLabelText('Stand-in'), form.getByRole('textbox', { name: 'Last day' })];
    expect(form.getByRole('textbox', { name: 'First day' })).toHaveValue(typedDay(0));
    await user.click(form.getByRole('button', { name: 'Submit' }));
    expect(form.getByText('Please enter who stands in')).toBeInTheDocument();
    expect(form.getByText('Please enter the last day')).toBeInTheDocument();
    expect(person).toHaveFocus();
    await user.type(person, 'peer@example.com');
    expect(form.queryByText('Please enter who stands in')).toBeNull();
    await user.type(last, typedDay(-1));
    await user.click(form.getByRole('button', { name: 'Submit' }));
    expect(form.getByText('The last day is before the first day')).toBeInTheDocument();
    expect(last).toHaveFocus();
    await user.clear(last);
    await user.type(last, typedDay(2));
    await user.click(form.getByRole('button', { name: 'Submit' }));
    expect(await form.findByRole('alert')).toHaveTextContent(
      'No network. Please try again when you are online. What you typed is kept.',
    );
    expect(person).toHaveValue('peer@example.com');
  });
});

describe('DEL-11 the queues of those for whom one stands in', () => {
  const STANDING = { ...BOSS, roles: { ...BOSS.roles, standsInFor: [meera] } };
  const whose = () => screen.findByRole('radiogroup', { name: 'Whose queue' });

  it('one’s own and theirs are a choice in the address; theirs can be decided, naming in whose place', async () => {
    const user = userEvent.setup();
    setSession(STANDING);
    const router = await openQueue('/approve-local/expense');
    expect(within(await whose()).getByRole('radio', { name: 'My queue' })).toBeChecked();
    await user.click(within(await whose()).getByRole('radio', { name: 'For Meera Iyer' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ findByEmail: meera.email }));
    expect(
      await screen.findByText(
        /^You stand in for Meera Iyer: what you decide here is recorded as by you for Meera Iyer\./,
      ),
    ).toBeInTheDocument();
    expect(screen.queryByText(/It is read-only/)).toBeNull();
    expect(screen.getByRole('checkbox', { name: /Selected pending request/ })).toBeInTheDocument();
    await user.click(within(await whose()).getByRole('radio', { name: 'My queue' }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('findByEmail'));
  });

  it('somebody else’s is read-only still', async () => {
    setSession(STANDING);
    await openQueue('/approve-local/expense?findByEmail=manager3@example.com');
    expect(
      await screen.findByText(/^You are looking at the queue of manager3@example.com\. It is read-only/),
    ).toBeInTheDocument();
    expect(screen.queryByRole('checkbox', { name: /Selected pending request/ })).toBeNull();
  });

  it('a person who stands in for nobody is offered no choice', async () => {
    await keepRows('searchLocalExpenses', [aLocalExpense({ expenseId: 'EXPL' })], Date.now(), 'test');
    await openQueue('/approve-local/expense');
    expect(await screen.findByRole('listitem', { name: 'EXPL' })).toBeInTheDocument();
    expect(screen.queryByRole('radiogroup', { name: 'Whose queue' })).toBeNull();
  });

  it('ACC-6 one’s own request in a queue cannot be chosen or decided, and it says why', async () => {
    const user = userEvent.setup();
    await keepRows(
      'searchLocalExpenses',
      [aLocalExpense({ expenseId: 'EXPO', userEmail: BOSS.email })],
      Date.now(),
      'test',
    );
    await openQueue('/approve-local/expense');
    const card = within(await screen.findByRole('listitem', { name: 'EXPO' }));
    expect(card.getByRole('checkbox', { name: 'Select EXPO' })).toBeDisabled();
    await user.click(card.getByRole('button', { name: /^EXPO/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('You cannot decide your own request.')).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Approve' })).toBeNull();
  });
});
