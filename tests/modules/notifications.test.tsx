import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notification as Note } from '#contract/notification.ts';
import { Bell } from '#app/shell/Bell.tsx';
import { devicePush, keepOn, turnOn } from '#data/devicePush.ts';
import { rememberConfig } from '#data/config.ts';
import { markRecordRead } from '#data/notifications.ts';
import { online } from '#data/online.ts';
import { requirePerson } from '#data/person.ts';
import { storedAnswer } from '#data/readCache.ts';
import { signOut } from '#data/session.ts';
import { NotificationsPage } from '#modules/notifications/screens/NotificationsPage.tsx';
import { PERSON, showAt, signInOffline } from '#tests/support/screen.tsx';

const AT = Date.UTC(2026, 6, 15, 6, 30);
const note = (n: number, more: Partial<Note> = {}): Note => ({
  notificationId: `NTF${n}`,
  kind: 'toDecide',
  recordKind: 'localExpense',
  recordId: null,
  count: 5,
  owner: 'Asha Nair',
  by: 'Asha Nair',
  title: 'Mobile Bill',
  amount: 708,
  at: AT + n,
  readAt: null,
  ...more,
});
const NOTES = [
  note(2),
  note(1, { kind: 'managerRejected', recordId: 'EXP1', count: 1, by: 'Ravi Menon', readAt: AT + 9 }),
];

/** What was asked of the server, as 'METHOD path body'. */
const asked: string[] = [];

function serve(rows: readonly Note[]): void {
  asked.length = 0;
  globalThis.fetch = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'http://localhost');
    if (init?.method !== 'GET') asked.push(`${init?.method ?? ''} ${pathname} ${String(init?.body)}`);
    const data = pathname.endsWith('/preferences')
      ? { pushText: 'COUNT', mailDigest: true, mailPossible: true }
      : pathname.endsWith('/read')
        ? { read: 1 }
        : pathname.endsWith('/devices')
          ? { subscribed: true }
          : rows;
    return Response.json({ success: true, data, totalElements: rows.length });
  });
  online.sawAnswer();
}

const show = () => showAt('/notifications', NotificationsPage, (raw) => raw);

beforeEach(() => signInOffline(PERSON));
afterEach(() => vi.unstubAllGlobals());

describe('notifications', () => {
  it('NOTE-8 say what waits, of whom, and lead there; opening one reads it', async () => {
    serve(NOTES);
    const router = await show();
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent('Unread: 5 local expenses wait for you');
    expect(first).toHaveTextContent('Last: Asha Nair · Mobile Bill · ₹708.00');
    expect(second).toHaveTextContent('Your local expense was rejected by the manager');
    expect(second).not.toHaveTextContent('Unread');
    expect(within(second as HTMLElement).getByRole('link')).toHaveAttribute('href', '/detail/EXP1/details');
    await userEvent.click(within(first as HTMLElement).getByRole('link'));
    await waitFor(() => expect(asked).toEqual(['POST /api/v1/notifications/NTF2/read {}']));
    await waitFor(() => expect(router.state.location.pathname).toBe('/approve-local/expense'));
  });

  it('NOTE-8 are read all up to the newest that is shown', async () => {
    serve(NOTES);
    await show();
    await screen.findAllByRole('listitem');
    // What the device has kept comes first, and says so.
    await waitFor(() => expect(screen.queryByText(/^As of/)).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(asked).toEqual([`POST /api/v1/notifications/read {"until":${AT + 2}}`]));
  });

  it('NOTE-9 how much is said is chosen here, and the mail', async () => {
    serve([]);
    await show();
    expect(await screen.findByText('Nothing yet')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('radio', { name: 'Names and amounts' }));
    await waitFor(() =>
      expect(asked).toEqual(['PUT /api/v1/notifications/preferences {"pushText":"NAMES","mailDigest":true}']),
    );
    expect(screen.getByRole('checkbox', { name: /A mail in the morning/ })).toBeChecked();
  });
});

describe('the bell', () => {
  it('NOTE-13 goes where a tapped notification leads, and says that it heard', async () => {
    serve([]);
    const worker = new EventTarget();
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
    const router = await showAt('/outbox', Bell, (raw) => raw);
    await screen.findByRole('button', { name: 'Notifications' });
    const said: unknown[] = [];
    worker.dispatchEvent(
      Object.assign(new Event('message'), {
        data: { type: 'OPEN', url: '/detail/EXP1/details' },
        ports: [{ postMessage: (reply: unknown) => void said.push(reply) }],
      }),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/detail/EXP1/details'));
    expect(said).toEqual([{ type: 'OPENED' }]);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  /** jsdom has no popovers: what the browser does with the button is said by hand. */
  const openBell = (): void => {
    const panel = document.getElementById('bell') as HTMLElement;
    Object.assign(panel, {
      hidePopover: () => fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'closed' })),
    });
    fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }));
  };

  it('NOTE-17 opens the newest in place, with all of them below; following one closes it', async () => {
    serve([...Array(12).keys()].map((n) => note(n)));
    const router = await showAt('/outbox', Bell, (raw) => raw);
    expect(await screen.findByRole('button', { name: 'Notifications' })).toHaveAttribute('popovertarget', 'bell');
    openBell();
    const rows = await screen.findAllByRole('listitem', { hidden: true });
    expect(rows).toHaveLength(8);
    expect(await screen.findByText('All notifications')).toHaveAttribute('href', '/notifications');
    fireEvent.click(within(rows[0] as HTMLElement).getByRole('link', { hidden: true }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/approve-local/expense'));
    expect(screen.queryByRole('listitem', { hidden: true })).toBeNull();
  });

  it('NOTE-17 shows without a network what the device has, and says so', async () => {
    serve(NOTES);
    const { store } = await requirePerson();
    await store.write(['reads'], (tx) => tx.objectStore('reads').clear());
    await show();
    await screen.findAllByRole('listitem');
    // What is shown is kept a moment later.
    await waitFor(async () => {
      const kept = await store.read(['reads'], (tx) => tx.objectStore('reads').getAllKeys());
      const list = kept.find((key) => key.includes('listNotifications')) ?? '';
      expect((await storedAnswer(list))?.data).toMatchObject({ rows: NOTES });
    });
    cleanup();
    globalThis.fetch = () => Promise.reject(new TypeError('No network.'));
    for (let n = 0; n < 3; n += 1) online.sawFailure();
    await showAt('/outbox', Bell, (raw) => raw);
    await screen.findByRole('button', { name: 'Notifications' });
    openBell();
    expect(await screen.findAllByRole('listitem', { hidden: true })).toHaveLength(2);
    expect(screen.getByText(/^As of /)).toBeInTheDocument();
  });

  it('NOTE-8 opening a request reads what was told about it, and asks only where something is unread', async () => {
    serve([]);
    const client = new QueryClient();
    const counts = (unread: number) => client.setQueryData(['countWaiting', PERSON.email, {}], { data: { unread } });
    counts(0);
    await markRecordRead(client, 'EXP1');
    expect(asked).toEqual([]);
    counts(2);
    await markRecordRead(client, 'EXP1');
    expect(asked).toEqual(['POST /api/v1/notifications/read {"record":"EXP1"}']);
  });
});

describe('this device', () => {
  /** A browser that pushes, and what was asked of it. */
  function browser(permission: NotificationPermission, answer: NotificationPermission): string[] {
    const done: string[] = [];
    let here: object | null = null;
    const subscription = {
      endpoint: 'https://push.example.com/a',
      unsubscribe: () => {
        done.push('unsubscribe');
        here = null;
        return Promise.resolve(true);
      },
      toJSON: () => ({ endpoint: 'https://push.example.com/a', keys: { p256dh: 'p', auth: 'a' } }),
    };
    const pushManager = {
      getSubscription: () => Promise.resolve(here),
      subscribe: (options: { applicationServerKey: string }) => {
        done.push(`subscribe ${options.applicationServerKey}`);
        here = subscription;
        return Promise.resolve(here);
      },
    };
    vi.stubGlobal('PushManager', class {});
    const getNotifications = () => Promise.resolve([{ close: () => done.push('close') }]);
    const notification = {
      permission,
      requestPermission: () => {
        done.push('ask');
        notification.permission = answer;
        return Promise.resolve(answer);
      },
    };
    vi.stubGlobal('Notification', notification);
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: {
        getRegistration: () => Promise.resolve({ pushManager, getNotifications }),
        ready: Promise.resolve({ pushManager }),
      },
    });
    return done;
  }
  afterEach(() => {
    localStorage.removeItem('kharcha.push');
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('NOTE-11 asks for permission at the tap alone, and then tells the server', async () => {
    serve([]);
    const done = browser('default', 'granted');
    rememberConfig({
      success: true,
      googleClientId: null,
      demo: false,
      baseUrls: { expense: '', auth: '', file: '' },
      analyticsUrl: null,
      pushPublicKey: 'BKEY',
      orgTimeZone: 'Asia/Kolkata',
      version: 'test',
    });
    await show();
    const button = await screen.findByRole('button', { name: 'Tell me on this device' });
    expect(done).toEqual([]);
    await userEvent.click(button);
    expect(await screen.findByRole('button', { name: 'Turn off on this device' })).toBeInTheDocument();
    expect(done).toEqual(['ask', 'subscribe BKEY']);
    expect(asked).toEqual([
      'POST /api/v1/notifications/devices {"endpoint":"https://push.example.com/a","keys":{"p256dh":"p","auth":"a"}}',
    ]);
    expect(await devicePush()).toBe('on');
  });

  it('NOTE-11 a sign-out that the server does not hear of ends the pushes too, until that person is back', async () => {
    serve([]);
    const done = browser('granted', 'granted');
    rememberConfig({
      success: true,
      googleClientId: null,
      demo: false,
      baseUrls: { expense: '', auth: '', file: '' },
      analyticsUrl: null,
      pushPublicKey: 'BKEY',
      orgTimeZone: 'Asia/Kolkata',
      version: 'test',
    });
    await turnOn();
    done.length = 0;
    await signInOffline();
    expect(await signOut('keep')).toBeNull();
    expect(done).toEqual(['close', 'unsubscribe']);
    await signInOffline({ ...PERSON, email: 'another@example.com' });
    await keepOn();
    expect(done).toEqual(['close', 'unsubscribe']);
    await signInOffline();
    serve([]);
    await keepOn();
    expect(done).toEqual(['close', 'unsubscribe', 'subscribe BKEY']);
    expect(asked).toEqual([
      'POST /api/v1/notifications/devices {"endpoint":"https://push.example.com/a","keys":{"p256dh":"p","auth":"a"}}',
    ]);
  });

  it('NOTE-11 says so where the browser was told no, and asks nothing', async () => {
    browser('default', 'denied');
    expect(await turnOn()).toBe('blocked');
    serve([]);
    await show();
    expect(await screen.findByText(/are blocked in this browser/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Tell me on this device' })).not.toBeInTheDocument();
  });
});
