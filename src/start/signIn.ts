import { readToken } from './cookies.ts';
import { SENT_CODE } from './local.ts';
import { beginPieces, keepInstallOffer, painted, showColours } from './page.ts';
import { watchTaps } from './taps.ts';
import { watchTyping } from './typed.ts';

/**
 * Runs in the document of the sign-in page, which the server has drawn already (src/app/signInPage.tsx): takes over the
 * chosen colours, keeps what is done on the page, and begins the app when somebody is there to sign in.
 */

/** That somebody is about to do something here; or that what the page says may not be so any more. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'storage', 'offline', 'hashchange'] as const;

const page = document.documentElement;

/** Whether the page is another one than the server could write: after a provider, or with a code on its way. */
function isOther(): boolean {
  try {
    return location.hash !== '' || sessionStorage.getItem(SENT_CODE) !== null;
  } catch {
    return false;
  }
}

/** The app's files are on this device, or it must show what the server did not know. */
const isDueAtOnce = (): boolean =>
  page.hasAttribute('data-begin') ||
  isOther() ||
  !navigator.onLine ||
  Boolean((navigator as Partial<Navigator>).serviceWorker?.controller);

function sign(): Promise<void> {
  return new Promise((resolve) => {
    const seen = (event: Event): void => {
      if (event.type === 'pageshow' && !(event as PageTransitionEvent).persisted) return;
      for (const name of [...SIGNS, 'pageshow']) removeEventListener(name, seen, true);
      resolve();
    };
    for (const name of [...SIGNS, 'pageshow']) addEventListener(name, seen, true);
  });
}

const once = (target: EventTarget, name: string): Promise<unknown> =>
  new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));

/** The worker's address, as a page may load it. Its policy makes no other. */
function workerAddress(): string {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(address: string): string } };
  };
  const policy = trustedTypes?.createPolicy('start-sw', { createScriptURL: () => '/sw.js' });
  return policy ? policy.createScriptURL('') : '/sw.js';
}

/** Has the worker come (SW-4). Comes back where that, or a file of its installation, did not; otherwise never. */
async function workerFails(): Promise<void> {
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  const registering = workers?.register(workerAddress(), { scope: '/' });
  try {
    const worker = (await registering)?.installing;
    await new Promise<void>((resolve) => {
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'redundant') resolve();
      });
    });
  } catch {
    // The app registers it again, until that has worked.
  }
}

/** Has what sign-in leads to fetched while the person reads, and all that an offline start needs. */
async function fetchRest(): Promise<void> {
  if (document.readyState !== 'complete') await once(window, 'load');
  await painted();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-later]'))
    link.rel = link.getAttribute('data-later') ?? '';
  await workerFails();
}

/** Keeps what is done on the page until the app draws it in the same place. */
async function keepActs(): Promise<void> {
  if (document.readyState === 'loading') await once(document, 'DOMContentLoaded');
  const picture = document.querySelector('#root main');
  if (picture) window.kharchaSnapshot = { waiting: false, taps: watchTaps(picture), typed: watchTyping(picture) };
}

async function begin(): Promise<void> {
  // The server has seen no session: then the app knows where to go.
  if (readToken() !== null) return beginPieces(painted);
  const due = isDueAtOnce() ? Promise.resolve() : sign();
  await keepActs();
  await Promise.race([due, fetchRest()]);
  await beginPieces(painted);
}

keepInstallOffer();
showColours();
// The device may change its colours while the page waits for somebody.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showColours);
void begin();
