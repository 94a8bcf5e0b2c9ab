import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readToken } from '#start/cookies.ts';
import { outbox } from '#data/entries.ts';
import { online } from '#data/online.ts';
import { deviceStore, requirePerson } from '#data/person.ts';
import { closeRuntime } from '#data/runtime.ts';
import { currentSession, dropSession } from '#data/sessionStore.ts';
import { submit } from '#data/submit.ts';
import { LEAVER_LINK_CLOSED, LEAVERS_ALONE } from '#domain/leaver.ts';
import { LeavingPage } from '#modules/leaving/screens/LeavingPage.tsx';
import { createCommand } from '#modules/localExpense/command.ts';
import { emptyValues } from '#modules/localExpense/values.ts';
import { openStore } from '#outbox/store.ts';
import { cipherOf } from '#storage/vault.ts';
import { PERSON, showRoutes, signInOffline } from '#tests/support/screen.tsx';

/** The page of the link that somebody gets who has left, on a phone that somebody else uses now. */

let people = 0;
let leaver = { ...PERSON, id: '', email: '' };
const other = { ...PERSON, id: 'PRSother', email: 'other@example.com', name: 'Ravi Menon' };
const SECRET = 's'.repeat(43);
const DEVICE_SECRET = 'A'.repeat(43);

interface Asked {
  path: string;
  token: string | null;
  key: string | null;
}
let asked: Asked[];
/** How many openings the server still takes; and what it refuses of what is sent, by its remarks. */
let link: { opens: number; refuses: RegExp };

async function server(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const path = new URL(String(input), 'http://localhost').pathname;
  const sent = new Headers(init?.headers);
  const [token, key] = [sent.get('token'), sent.get('idempotency-key')];
  asked.push({ path, token, key });
  const answer = (status: number, body: object): Response =>
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...(key !== null && { 'idempotency-key': key }) },
    });
  if (path.endsWith('/leaver-link')) {
    link.opens -= 1;
    if (link.opens < 0) return answer(403, { success: false, code: 'FORBIDDEN', message: LEAVER_LINK_CLOSED });
    const { id: personId, email, name, employeeCode } = leaver;
    const sealing = { secrets: [DEVICE_SECRET], faceSecrets: [], formerEmails: [], soleAddress: true };
    const accountDetails = { personId, email, name, employeeCode };
    return answer(200, { success: true, token: `L${link.opens}`, accountDetails, orgDetails: [], sealing });
  }
  if (path.endsWith('/create')) {
    // Who left is signed in nowhere; the link's first session is over too, where a second one is to be had.
    if (token === 'token' || token === 'L1')
      return answer(401, { success: false, code: 'UNAUTHENTICATED', message: 'Over.' });
    return link.refuses.test(String(init?.body))
      ? answer(403, { success: false, code: 'FORBIDDEN', message: LEAVERS_ALONE })
      : answer(200, { success: true, data: { expenseId: `EXP${asked.length}`, version: 1 } });
  }
  return answer(200, { success: true, data: [] });
}

const fileClaim = (remarks: string) =>
  submit(
    createCommand(
      { ...emptyValues('2026-11-12'), localExpenseType: 'OTHERS', claimAmount: '10', remarks },
      { type: 'OTHERS', day: '2026-11-12', paise: 1_000, remarks, bills: [] },
      { timeZone: PERSON.timeZone, email: leaver.email },
    ),
  );

async function open(hash = `#${SECRET}`): Promise<void> {
  window.history.replaceState(null, '', `/leaving${hash}`);
  await showRoutes('/leaving', [{ path: '/leaving', Screen: LeavingPage }]);
  await screen.findByRole('heading', { name: 'Send what you saved' });
}

beforeEach(async () => {
  sessionStorage.clear();
  people += 1;
  leaver = { ...PERSON, id: `PRSleaver${people}`, email: `leaver${people}@example.com` };
  asked = [];
  link = { opens: 1, refuses: /nothing/ };
  await signInOffline(leaver);
});
afterEach(async () => {
  await closeRuntime();
  dropSession();
});

const lockOfOutbox = async (): Promise<string> => `${(await requirePerson()).store.name}-drain`;

/** The leaver's session ended at the server; somebody else signs in on the phone, and there is a network. */
async function handOver(): Promise<void> {
  const lock = await lockOfOutbox();
  dropSession();
  await closeRuntime();
  // What it was trying comes to its end.
  await waitFor(() => navigator.locks.request(lock, { ifAvailable: true }, (free) => expect(free).not.toBeNull()));
  await signInOffline(other);
  vi.stubGlobal('fetch', server);
  online.sawAnswer();
}

describe('ORG-43 the page of the link', () => {
  it('says what waits, sends it when asked, and touches nothing of who is signed in there', async () => {
    for (const remarks of ['Taxi', 'Lunch']) await fileClaim(remarks);
    await handOver();
    await open();
    expect(window.location.hash).toBe('');
    expect(await screen.findByText('2 items wait on this device.', { exact: false })).toBeInTheDocument();
    expect(asked.filter(({ path }) => path.endsWith('/create'))).toEqual([]);
    expect(screen.queryByRole('navigation')).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('All is sent. You can close this page.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    const created = asked.filter(({ path }) => path.endsWith('/create'));
    expect(created.map(({ token }) => token)).toEqual(['L0', 'L0']);
    await waitFor(() => expect(asked).toContainEqual({ path: '/api/v2/logout', token: 'L0', key: null }));

    // Who loads the page again brings the link.
    await waitFor(() => expect(sessionStorage.length).toBe(0));
    expect([readToken(), currentSession()?.id]).toEqual(['token', other.id]);
    expect(await (await outbox()).list()).toEqual([]);
    const device = await deviceStore();
    expect((await device.opening(other)).ring).not.toBeNull();
    expect((await device.opening(leaver)).ring).toBeNull();
  });

  it('takes the link also in a tab in which the page stands already', async () => {
    await fileClaim('Taxi');
    await handOver();
    await open('');
    await screen.findByRole('textbox', { name: 'Link' });
    window.location.hash = `#${SECRET}`;
    expect(await screen.findByText('1 item waits on this device.', { exact: false })).toBeInTheDocument();
    expect(window.location.hash).toBe('');
  });

  it('opens the link again where the hour is over in between', async () => {
    link.opens = 2;
    await fileClaim('Taxi');
    await handOver();
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    expect(await screen.findByText('All is sent. You can close this page.')).toBeInTheDocument();
    expect(asked.filter(({ path }) => path.endsWith('/create')).map(({ token }) => token)).toEqual(['L1', 'L0']);
  });

  it('keeps what is refused, with its sentence, and saves a copy of it', async () => {
    link.refuses = /Lunch/;
    for (const remarks of ['Taxi', 'Lunch']) await fileClaim(remarks);
    await handOver();
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    expect(await screen.findByText(LEAVERS_ALONE)).toBeInTheDocument();
    expect(screen.queryByText('All is sent', { exact: false })).toBeNull();
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const [item] = screen.getAllByRole('listitem').filter((each) => within(each).queryByText(LEAVERS_ALONE));
    await userEvent.click(within(item as HTMLElement).getByRole('button', { name: 'Save a copy' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const text = await (files[0] as Blob).text();
    for (const word of ['Lunch', LEAVERS_ALONE, '₹10.00']) expect(text).toContain(word);
    vi.restoreAllMocks();
  });

  it('where nothing of theirs waits, says on which phone to open it', async () => {
    await handOver();
    await open();
    expect(await screen.findByText('Nothing waits here')).toBeInTheDocument();
    expect(screen.getByText(/on the phone on which you saved your claims/)).toBeInTheDocument();
  });

  it('says that the link is over, and keeps what waits', async () => {
    link.opens = 0;
    await fileClaim('Taxi');
    await handOver();
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent(LEAVER_LINK_CLOSED);
    link.opens = 1;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 item waits on this device.', { exact: false })).toBeInTheDocument();
  });

  it('without a link says where it comes from, and takes one that is pasted', async () => {
    await fileClaim('Taxi');
    await handOver();
    await open('');
    expect(screen.getByText(/by the link in the mail/)).toBeInTheDocument();
    const field = screen.getByRole('textbox', { name: 'Link' });
    await userEvent.type(field, 'https://claims.example.com/setup#aaaaaaaaaaaaaaaaaaaaaaaaa');
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText('This is not the link from the mail.')).toBeInTheDocument();
    expect(asked).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, `https://claims.example.com/leaving#${SECRET} `);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText('1 item waits on this device.', { exact: false })).toBeInTheDocument();
  });

  it('ends what the leaver’s own tab goes on with: their session is over', async () => {
    await fileClaim('Taxi');
    vi.stubGlobal('fetch', server);
    online.sawAnswer();
    await open();
    expect(await screen.findByText('1 item waits on this device.', { exact: false })).toBeInTheDocument();
    expect([readToken(), currentSession()]).toEqual([null, null]);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('All is sent. You can close this page.')).toBeInTheDocument();
  });

  it('waits for a tab that is sending, and sends what that leaves', async () => {
    await fileClaim('Taxi');
    const lock = await lockOfOutbox();
    let end = (): void => undefined;
    const elsewhere = new Promise<void>((resolve) => (end = resolve));
    await handOver();
    void navigator.locks.request(lock, () => elsewhere);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    // Another tab has the lock, and does not tell when it is done.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked.filter(({ path }) => path.endsWith('/create'))).toEqual([]);
    end();
    expect(await screen.findByText('All is sent. You can close this page.')).toBeInTheDocument();
  });

  it('sends what another tab has just tried in vain, under a session that is over', async () => {
    await fileClaim('Taxi');
    const { store, key } = await requirePerson();
    await handOver();
    await open();
    await screen.findByText('1 item waits on this device.', { exact: false });
    const { request } = navigator.locks;
    vi.spyOn(navigator.locks, 'request').mockImplementationOnce((async (...asks: Parameters<typeof request>) => {
      const there = openStore(store, cipherOf(key), null, () => undefined);
      await there.update(({ entries }) => ({
        put: entries.map((entry) => ({ ...entry, state: 'signIn' as const })),
        result: true,
      }));
      return request(...asks);
    }) as typeof request);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('All is sent. You can close this page.')).toBeInTheDocument();
    vi.restoreAllMocks();
  });
});
