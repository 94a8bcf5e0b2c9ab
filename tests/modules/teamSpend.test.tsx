import { hashKey } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { TeamSpend } from '#contract/spend.ts';
import { keepAnswer } from '#data/readCache.ts';
import { TeamSpendFrame } from '#modules/claims/charts/WhenVisible.tsx';
import { PERSON, show, signInOffline } from '#tests/support/screen.tsx';

const SPEND: TeamSpend = {
  months: ['2026-06-01', '2026-07-01'],
  rows: [
    { month: '2026-06-01', primaryExpenseType: 0, type: 'OTHERS', claims: 2, amount: 100.1 },
    { month: '2026-07-01', primaryExpenseType: 0, type: 'OTHERS', claims: 1, amount: 50.2 },
    { month: '2026-07-01', primaryExpenseType: 2, type: 'FOOD', claims: 3, amount: 1200 },
  ],
};
const keep = (data: TeamSpend): Promise<void> =>
  keepAnswer(hashKey(['sumTeamSpend', PERSON.email, {}]), { success: true, data }, Date.now());

beforeEach(async () => {
  await signInOffline({ ...PERSON, roles: { ...PERSON.roles, isManager: true } });
  await keep(SPEND);
});

it('SPEND-3: drawn when it is looked at, the largest type first, with the table behind it', async () => {
  const watched: IntersectionObserverCallback[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: IntersectionObserverCallback) {
        watched.push(seen);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  show(<TeamSpendFrame />);
  const frame = await screen.findByRole('region', { name: 'What your team spends' });
  expect(within(frame).queryByText('Travel: Food')).toBeNull();
  for (const seen of watched) seen([{ isIntersecting: true } as IntersectionObserverEntry], null as never);
  expect(await within(frame).findAllByText('Travel: Food')).toHaveLength(2);
  expect([...frame.querySelectorAll('dt')].map((each) => each.textContent)).toEqual(['Travel: Food', 'Local: Others']);
  await userEvent.click(within(frame).getByText('Show as a table'));
  const rows = within(within(frame).getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Type', 'June 2026', 'July 2026', 'In all'],
    ['Travel: Food', '–', '₹1,200.00', '₹1,200.00'],
    ['Local: Others', '₹100.10', '₹50.20', '₹150.30'],
    ['In all', '₹100.10', '₹1,250.20', '₹1,350.30'],
  ]);
});

it('SPEND-3: says so when there is nothing to draw', async () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  await keep({ ...SPEND, rows: [] });
  show(<TeamSpendFrame />);
  expect(await screen.findByText(/Nothing was approved in the last six months/)).toBeInTheDocument();
});
