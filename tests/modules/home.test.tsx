import { hashKey } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Owed, PendingCounts } from '#contract/home.ts';
import { keepAnswer } from '#data/readCache.ts';
import { HomePage } from '#modules/home/screens/HomePage.tsx';
import { PERSON, show, signInOffline } from '#tests/support/screen.tsx';

const MANAGER = { ...PERSON, roles: { ...PERSON.roles, isManager: true } };
const COUNTS: PendingCounts = {
  own: { trips: 0, travel: 0, local: 2, conveyance: 1 },
  manager: { trips: 0, travel: 0, local: 40, conveyance: 2 },
  finance: null,
  admin: null,
  enquiries: { toAnswer: 0, toClose: 0 },
};
const sum = (claims: number, amount: number) => ({ claims, amount });
const OWED: Owed = {
  month: '2026-11-01',
  claimed: sum(5, 1234.5),
  approved: sum(3, 800),
  paid: sum(1, 300),
  deciding: sum(2, 434.5),
  unpaid: sum(2, 500),
};
const NOTHING = Object.fromEntries(
  Object.entries(OWED).map(([key, value]) => [key, typeof value === 'string' ? value : sum(0, 0)]),
);

/** What this device was told earlier. */
const keep = (name: string, data: unknown, asOf: number): Promise<void> =>
  keepAnswer(hashKey([name, PERSON.email, {}]), { success: true, data }, asOf);

async function open(): Promise<void> {
  const root = createRootRoute();
  const routes = ['/home', '/raise-local', '/approve-local', '/not-found'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: path === '/home' ? HomePage : () => <p>{path}</p> }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/home'] }),
  } as never);
  await router.load();
  show(<RouterProvider router={router as never} />);
}

describe('home without a network', () => {
  beforeEach(async () => {
    await signInOffline(MANAGER);
    // Everything is looked at.
    vi.stubGlobal('IntersectionObserver', undefined);
    await keep('countWaiting', COUNTS, Date.parse('2026-11-20T05:12:00Z'));
    await keep('sumOwed', OWED, Date.parse('2026-11-20T05:12:00Z'));
  });

  it('HOME-7: the buttons say what waits behind them, and how old that is', async () => {
    await open();
    const approve = await screen.findByRole('button', { name: 'Approve Local Expense' });
    expect(await within(approve).findByText('42')).toBeInTheDocument();
    expect(approve).toHaveAccessibleDescription('42 waiting for you');
    expect(screen.getByRole('button', { name: 'Raise Local Expense' })).toHaveAccessibleDescription(
      '3 waiting for your manager',
    );
    expect(await screen.findByText('As of 20-11-2026 10:42')).toBeInTheDocument();
  });

  it('HOME-7: nothing is said where nothing waits', async () => {
    await keep('countWaiting', { ...COUNTS, own: { trips: 0, travel: 0, local: 0, conveyance: 0 } }, Date.now());
    await open();
    await screen.findByText('42');
    expect(screen.getByRole('button', { name: 'Raise Local Expense' })).not.toHaveAccessibleDescription();
  });

  it('HOME-8: what one is owed stands there in words, and as a table', async () => {
    const user = userEvent.setup();
    await open();
    const owed = await screen.findByRole('region', { name: 'What I am owed' });
    expect(await within(owed).findByText('₹934.50')).toBeInTheDocument();
    expect(within(owed).getByText('not yet paid, in all', { exact: false })).toBeInTheDocument();
    expect(within(owed).getByRole('heading', { name: 'November 2026' })).toBeInTheDocument();
    await user.click(within(owed).getByText('Show as a table'));
    const rows = within(within(owed).getByRole('table', { name: 'What I am owed' }))
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['What', 'Claims', 'Amount'],
      ['Claimed in November 2026', '5', '₹1,234.50'],
      ['Approved in November 2026', '3', '₹800.00'],
      ['Paid in November 2026', '1', '₹300.00'],
      ['Approved, not yet paid', '2', '₹500.00'],
      ['Being decided', '2', '₹434.50'],
    ]);
  });

  it('HOME-8: who has claimed nothing is told what will be there', async () => {
    await keep('sumOwed', NOTHING, Date.now());
    await open();
    expect(await screen.findByText('Nothing is open')).toBeInTheDocument();
  });
});

describe('home on a device that was never told', () => {
  it('HOME-8: says that it needs the network, and everything else is there', async () => {
    await signInOffline({ ...MANAGER, email: 'never@example.com' });
    vi.stubGlobal('IntersectionObserver', undefined);
    await open();
    expect(await screen.findByText('It needs a connection the first time.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Raise Local Expense' })).not.toHaveAccessibleDescription();
  });
});
