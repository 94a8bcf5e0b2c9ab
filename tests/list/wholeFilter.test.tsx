import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Conveyance } from '#contract/expense.ts';
import { HEADERS } from '#contract/headers.ts';
import { online } from '#data/online.ts';
import { outbox } from '#data/entries.ts';
import { onSettled } from '#data/settled.ts';
import { sayBulkRefusals } from '#list/batchResult.ts';
import { MANAGER, openQueue } from '#tests/support/approvals.tsx';
import { aConveyance } from '#tests/support/claims.ts';
import { signInOffline } from '#tests/support/screen.tsx';

const PENDING = 230;
const QUEUE = '/approve-local/conveyance';
let rows: Conveyance[] = [];
let bulks: { ids: string[]; versions: Record<string, number>; approved: boolean }[] = [];
let pages: string[] = [];
let failing = false;

/** Answers lists and bulk decisions as the server does; one of each hundred was decided by somebody else meanwhile. */
function answer(address: string, init: RequestInit = {}): Response {
  const url = new URL(address, 'http://127.0.0.1');
  if (url.pathname.includes('allExpense/search')) {
    pages.push(`${url.searchParams.get('pageSize')}/${url.searchParams.get('pageNumber')}`);
    if (failing && url.searchParams.get('pageNumber') === '1') throw new TypeError('No network.');
    const [size, page] = [Number(url.searchParams.get('pageSize')), Number(url.searchParams.get('pageNumber'))];
    return Response.json({
      success: true,
      data: { results: { content: rows.slice(page * size, (page + 1) * size), totalElements: rows.length } },
    });
  }
  if (!url.pathname.includes('bulk-manager-approve')) throw new TypeError('No network.');
  const body = JSON.parse(String(init.body)) as (typeof bulks)[number];
  bulks.push(body);
  const [gone = '', ...done] = body.ids;
  rows = rows.filter(({ tripId }) => !body.ids.includes(tripId));
  const key = new Headers(init.headers).get(HEADERS.idempotencyKey) ?? '';
  return Response.json(
    {
      success: true,
      data: { done, refused: [{ id: gone, code: 'CONFLICT', message: 'This request was already decided.' }] },
    },
    { headers: { [HEADERS.idempotencyKey]: key } },
  );
}

beforeEach(async () => {
  await signInOffline(MANAGER);
  rows = Array.from({ length: PENDING }, (_, n) =>
    aConveyance({ tripId: `CNV${String(n).padStart(3, '0')}`, creationDate: PENDING - n, version: 1 + (n % 3) }),
  );
  [bulks, pages, failing] = [[], [], false];
  globalThis.fetch = async (input, init) => answer(input instanceof Request ? input.url : String(input), init);
  online.sawAnswer();
});

const all = (count: number) => screen.findByRole('checkbox', { name: `Selected pending request (${count})` });
async function selectPage(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await screen.findAllByRole('listitem', { name: /^CNV/ });
  await user.click(await all(0));
}
const batches = async () => (await (await outbox()).list()).filter(({ record }) => record.ids);

it('MGR-32 MGR-11 MGR-12: the whole filter is decided in batches of 100 with one result', async () => {
  const user = userEvent.setup();
  await openQueue(QUEUE);
  // As the frame around every screen does.
  onSettled(({ entry }) => sayBulkRefusals(entry));
  await selectPage(user);
  await all(25);
  await user.click(await screen.findByRole('button', { name: 'Select all 230 pending' }));
  await all(PENDING);
  expect(screen.getByText('All 230 pending are selected.')).toBeInTheDocument();
  expect(pages.slice(-3)).toEqual(['100/0', '100/1', '100/2']);

  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve expense by manager' });
  expect(
    within(dialog).getByText('Please confirm if you wish to approve conveyance claims for selected (230) list'),
  ).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(async () => expect((await batches()).map(({ state }) => state)).toEqual(['done', 'done', 'done']));
  expect(bulks.map(({ ids }) => ids.length)).toEqual([100, 100, 30]);
  expect(new Set(bulks.flatMap(({ ids }) => ids)).size).toBe(PENDING);
  expect(bulks[0]?.versions).toMatchObject({ CNV000: 1, CNV001: 2, CNV002: 3 });
  expect(await screen.findAllByText('Request approved by manager.')).toHaveLength(1);
  expect(await screen.findAllByText('3 of 230 could not be decided. The cards say why.')).toHaveLength(1);
}, 60_000);

it('MGR-32: any other choice takes the whole back, and so does a page that cannot be read', async () => {
  const user = userEvent.setup();
  await openQueue(QUEUE);
  await selectPage(user);
  failing = true;
  await user.click(await screen.findByRole('button', { name: 'Select all 230 pending' }));
  expect(await screen.findByText(/^The rest of the list could not be loaded\./)).toBeInTheDocument();
  await all(25);
  failing = false;
  await user.click(screen.getByRole('button', { name: 'Select all 230 pending' }));
  await all(PENDING);
  const [card] = screen.getAllByRole('listitem', { name: /^CNV/ });
  await user.click(within(card as HTMLElement).getByRole('checkbox'));
  await all(24);
  expect(screen.queryByText('All 230 pending are selected.')).toBeNull();
}, 60_000);

it('MGR-32: it is not offered where the filter selects decided ones too', async () => {
  const user = userEvent.setup();
  await openQueue(`${QUEUE}?MANAGER_APPROVAL_STATUS=0|1`);
  await selectPage(user);
  await all(25);
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
});

it('MGR-32 LIST-6: a queue has 25, 50 or 100 cards a page', async () => {
  const user = userEvent.setup();
  const router = await openQueue(QUEUE);
  const size = await screen.findByRole('combobox', { name: 'Rows a page' });
  expect(
    within(size)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['25 a page', '50 a page', '100 a page']);
  await user.selectOptions(size, '100');
  await waitFor(() => expect(router.state.location.href).toContain('size=100'));
  await waitFor(() => expect(screen.getAllByRole('listitem', { name: /^CNV/ })).toHaveLength(100));
}, 60_000);
