import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { aPerson, AROUND, aRow, asha, openPeople, ORG_ADMIN, page } from '#tests/support/peopleScreens.tsx';
import { setWindowWidth } from '#tests/support/screens.ts';
import { signInOffline } from '#tests/support/screen.tsx';

vi.setConfig({ testTimeout: 60_000 });

describe('ORG-10 the list of people', () => {
  it('is a table where there is room, whose rows lead to people and to their managers', async () => {
    await signInAnswered(ORG_ADMIN, {
      ...AROUND,
      listPeople: page([aRow(), asha, aRow({ personId: 'PRS9', employeeCode: 'KH9', name: 'Om Das', status: 'LEFT' })]),
      getPerson: ok(aPerson()),
    });
    const router = await openPeople('/people');
    const [, first, second, third] = within(await screen.findByRole('table', { name: 'People' })).getAllByRole('row');
    expect(
      within(first!)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Ravi Menonmanager@example.com', 'KH1004', 'Vikram Rao', 'Manager', 'Field Sales South', 'At work']);
    expect(within(second!).getAllByRole('cell')[3]).toHaveTextContent('–');
    expect(within(third!).getByText('Left')).toBeInTheDocument();
    expect(within(second!).getByRole('link', { name: 'Ravi Menon' })).toHaveAttribute('href', '/people/PRS4');
    await userEvent.click(within(first!).getByRole('link', { name: 'Ravi Menon' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/PRS4'));
  });

  it('is cards on a phone, named by their codes', async () => {
    setWindowWidth(360);
    await signInAnswered(ORG_ADMIN, { listPeople: page([aRow(), asha]) });
    await openPeople('/people');
    const card = within(await screen.findByRole('listitem', { name: 'KH1004' }));
    expect(card.getByRole('link', { name: 'KH1004, Ravi Menon, At work' })).toHaveAttribute('href', '/people/PRS4');
    expect(card.getByText('Reports to Vikram Rao · Field Sales South')).toBeInTheDocument();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('asks for what is searched and filtered, and says when nobody is found', async () => {
    const asked = await signInAnswered(ORG_ADMIN, { listPeople: page([]) });
    await openPeople('/people?ROLE=0|5&PERSON_STATUS=1&COST_CENTRE=Sales&MANAGER_EMAIL=manager@example.com');
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
    expect(screen.getByText('Role: Manager, Organisation admin')).toBeInTheDocument();
    expect(screen.getByText('Status: Left')).toBeInTheDocument();
    expect(screen.getByText('Manager: manager@example.com')).toBeInTheDocument();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'asha');
    await waitFor(() =>
      expect(asked.at(-1)?.query.getAll('filter')).toEqual([
        'MANAGER_EMAIL:manager@example.com',
        'ROLE:0|5',
        'PERSON_STATUS:1',
        'COST_CENTRE:Sales',
        'SEARCH:asha',
      ]),
    );
  });

  it('says why it could not be loaded', async () => {
    await signInOffline({ ...ORG_ADMIN, email: 'org-admin9@example.com' });
    await openPeople('/people');
    expect(await screen.findByRole('alert')).toHaveTextContent('This list could not be loaded. No network.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('ACC-16 leads who may not see it to the page that says so', async () => {
    await signInAnswered(ORG_ADMIN, { listPeople: () => refusal(403, 'FORBIDDEN', 'Not allowed') });
    const router = await openPeople('/people');
    await waitFor(() => expect(router.state.location.pathname).toBe('/not-found'));
  });
});

describe('ORG-10 one person', () => {
  it('says what the directory keeps, who reports to them and what happened', async () => {
    await signInAnswered(ORG_ADMIN, {
      ...AROUND,
      getPerson: ok(aPerson({ source: 'FILE', lastSeenAt: Date.UTC(2026, 10, 20, 5, 30) })),
      personHistory: {
        success: true,
        data: [{ at: Date.UTC(2026, 10, 1), by: 'Leela Thomas', onBehalfOf: null, what: 'Changed', changes: [] }],
      },
    });
    await openPeople('/people/PRS4');
    const head = within(await screen.findByRole('region', { name: 'Ravi Menon' }));
    expect(head.getByText('KH1004 · manager@example.com')).toBeInTheDocument();
    for (const text of ['At work', 'Manager']) expect(head.getByText(text)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Vikram Rao' })).toHaveAttribute('href', '/people/PRS6');
    expect(screen.getByText('Kept by an imported file')).toBeInTheDocument();
    expect(screen.getByText('20-11-2026 11:00')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Who reports to them (2)' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Asha Nair' })).toHaveAttribute('href', '/people/PRS1');
    expect(await screen.findByText('Changed')).toBeInTheDocument();
  });

  it('pages through many reports', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      ...AROUND,
      getPerson: ok(aPerson({ reports: 60 })),
      listReports: page([asha], 60),
    });
    await openPeople('/people/PRS4');
    expect(await screen.findByText('Page 1 of 3 · 60 in all')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Page 2 of 3 · 60 in all')).toBeInTheDocument();
    const lastPage = () => asked.findLast(({ name }) => name === 'listReports')?.query.get('pageNumber');
    await waitFor(() => expect(lastPage()).toBe('1'));
  });

  it('without a network nothing is changed, and it says so', async () => {
    await signInAnswered(ORG_ADMIN, { ...AROUND, getPerson: ok(aPerson()) });
    await openPeople('/people/PRS4');
    await screen.findByRole('button', { name: 'Leave' });
    await signInOffline(ORG_ADMIN);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Edit' })).toHaveAccessibleDescription('This needs a connection.'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says when there is no such person', async () => {
    await signInAnswered(ORG_ADMIN, { getPerson: () => refusal(404, 'NOT_FOUND', 'Nothing here, or not yours') });
    await openPeople('/people/PRS0');
    expect(await screen.findByText('Nothing here, or not yours')).toBeInTheDocument();
  });
});

describe('SES-42 where somebody is signed in', () => {
  const there = (more: object = {}): object => ({
    sessionId: 'SES1',
    device: 'Chrome on Android',
    way: 'Google',
    signedInAt: Date.parse('2026-07-01T09:00:00+05:30'),
    lastUsedAt: Date.parse('2026-07-14T09:30:00+05:30'),
    current: false,
    ...more,
  });

  it('is listed, and ends everywhere after a question', async () => {
    let ended = false;
    const asked = await signInAnswered(ORG_ADMIN, {
      ...AROUND,
      getPerson: ok(aPerson()),
      listPersonSessions: () => ({ success: true, data: ended ? [] : [there()] }),
      endPersonSessions: () => {
        ended = true;
        return ok({ ended: 1 });
      },
    });
    await openPeople('/people/PRS4');
    const [row] = within(await screen.findByRole('list', { name: 'Sessions' })).getAllByRole('listitem');
    expect(row).toHaveTextContent('Chrome on AndroidGoogle · last used 14-07-2026 09:30');
    await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    const question = within(await screen.findByRole('dialog', { name: 'Sign Ravi Menon out?' }));
    await userEvent.click(question.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('Nowhere.')).toBeInTheDocument();
    expect(asked.filter(({ name }) => name === 'endPersonSessions')).toHaveLength(1);
  });

  it('ORG-41 of who has left the link ends by it too, wherever they are signed in', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      ...AROUND,
      getPerson: ok(aPerson({ status: 'LEFT', leftOn: Date.parse('2026-07-14') })),
      listPersonSessions: { success: true, data: [] },
      endPersonSessions: ok({ ended: 0 }),
    });
    await openPeople('/people/PRS4');
    await userEvent.click(await screen.findByRole('button', { name: 'End the link for who has left' }));
    const question = within(await screen.findByRole('dialog', { name: 'End the link of Ravi Menon?' }));
    await userEvent.click(question.getByRole('button', { name: 'End it' }));
    expect(await screen.findByText('Ravi Menon can send nothing any more.')).toBeInTheDocument();
    expect(asked.filter(({ name }) => name === 'endPersonSessions')).toHaveLength(1);
  });

  it('leaves no button where the only session is the one that asks', async () => {
    await signInAnswered(ORG_ADMIN, {
      ...AROUND,
      getPerson: ok(aPerson()),
      listPersonSessions: { success: true, data: [there({ current: true })] },
    });
    await openPeople('/people/PRS4');
    expect(await screen.findByText('Chrome on Android, this device')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
  });
});

describe('ORG-34 the own line of a manager', () => {
  const MANAGER = {
    ...ORG_ADMIN,
    email: 'manager7@example.com',
    roles: { ...ORG_ADMIN.roles, isOrgAdmin: false, isManager: true },
  };

  it('is a list to be read: nobody is put in, and no file is taken', async () => {
    await signInAnswered(MANAGER, { ...AROUND, listPeople: page([asha]) });
    await openPeople('/people');
    expect(await screen.findByText('Asha Nair')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Reporting lines' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add person' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Import' })).toBeNull();
  });

  it('shows a person without what is the organisation admins’', async () => {
    const asked = await signInAnswered(MANAGER, { ...AROUND, getPerson: ok(aPerson()) });
    await openPeople('/people/PRS4');
    expect(await screen.findByRole('heading', { name: 'What the directory says' })).toBeInTheDocument();
    for (const heading of ['Where they are signed in', 'History'])
      expect(screen.queryByRole('heading', { name: heading })).toBeNull();
    expect(screen.queryByText('Last seen')).toBeNull();
    expect(screen.queryByRole('button', { name: /Change|Leave/ })).toBeNull();
    expect(asked.map(({ name }) => name)).not.toContain('personHistory');
  });
});
