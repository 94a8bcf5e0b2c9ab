import { pushMessage, type PushMessage } from '#contract/notification.ts';

/** What a push shows, and where a tap on it leads (NOTE-13). */

/** The parts of a window that count here. */
export interface OpenWindow {
  url: string;
  focused: boolean;
  focus: () => Promise<unknown>;
  navigate: (url: string) => Promise<unknown>;
  postMessage: (message: unknown, transfer: Transferable[]) => void;
}

export interface PushEnv {
  origin: string;
  show: (title: string, options: NotificationOptions & { renotify?: boolean }) => Promise<void>;
  /** Windows of this origin. */
  windows: () => Promise<readonly OpenWindow[]>;
  open: (url: string) => Promise<unknown>;
  drain: () => Promise<unknown>;
  /** Whether this person is signed in here. */
  isHere: (id: string) => Promise<boolean>;
}

/**
 * A browser revokes the permission of a site that gets a push and shows nothing, so this is shown for a push that
 * cannot be read.
 */
const UNREADABLE: PushMessage = {
  title: 'Something waits for you in Kharcha',
  body: '',
  url: '/notifications',
  tag: 'kharcha',
  unread: 1,
};

/**
 * For the same reason this is shown for a push that was under way to somebody who has left (ID-1). It takes the place
 * of nothing that is shown to whoever is here.
 */
const FOR_ANOTHER: PushMessage = {
  title: 'Kharcha',
  body: 'A notification for somebody who is not signed in here was left out.',
  url: '/notifications',
  tag: 'kharcha-left-out',
  unread: 0,
};

/** What names nobody comes from a server of old. */
const isForAnother = async (id: unknown, { isHere }: PushEnv): Promise<boolean> =>
  typeof id === 'string' && !(await isHere(id).catch(() => false));

function read(text: string | undefined): PushMessage {
  try {
    const parsed = pushMessage.safeParse(JSON.parse(text ?? ''));
    return parsed.success ? parsed.data : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

/** Shows it, lets open pages refetch, and sends what is queued: a push means that there is a network. */
export async function takePush(text: string | undefined, env: PushEnv): Promise<void> {
  const message = read(text);
  const another = await isForAnother(message.personId, env);
  const { title, body, url, tag, personId } = another ? FOR_ANOTHER : message;
  const shown = env.show(title, {
    body,
    tag,
    renotify: !another,
    silent: another,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: { url, personId },
  });
  const heard = env.windows().then((windows) => windows.forEach((window) => window.postMessage({ type: 'TOLD' }, [])));
  await Promise.allSettled([heard, env.drain()]);
  await shown;
}

/** A path of this app; of anything else the list of notifications. */
function pathOf(data: unknown, origin: string): string {
  const url = (data as { url?: unknown } | null)?.url;
  if (typeof url !== 'string' || !url.startsWith('/')) return '/notifications';
  const address = new URL(url, origin);
  return address.origin === origin ? address.pathname + address.search : '/notifications';
}

const PATIENCE_MS = 1_000;

/** Says where to go; a page that does not answer is sent there. */
async function lead(window: OpenWindow, url: string): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const heard = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), PATIENCE_MS);
  });
  window.postMessage({ type: 'OPEN', url }, [port2]);
  const answered = await heard;
  port1.close();
  if (!answered) await window.navigate(url);
}

/**
 * Goes where the notification leads: in the window that is open, the one that was looked at last, else in a new one;
 * never in both. What it names is for nobody else than whom it was shown to.
 */
export async function openNotification(data: unknown, env: PushEnv): Promise<void> {
  const { personId } = (data ?? {}) as { personId?: unknown };
  const url = pathOf((await isForAnother(personId, env)) ? null : data, env.origin);
  const windows = await env.windows();
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  if (!window) return void (await env.open(url));
  await window.focus().catch(() => undefined);
  await lead(window, url);
}
