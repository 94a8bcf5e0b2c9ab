import type { Workbox } from 'workbox-window';
import { currentSession } from '#data/sessionStore.ts';
import { scriptAddress } from '#ui/trusted.ts';
import { whenIdle } from '#ui/whenIdle.ts';

/**
 * The worker, and the offer of a new version (SW-1): it waits for consent. Nothing here reloads a page by
 * itself; `takeOverIfIdle` does so at a navigation, when no form is open and nothing is being sent.
 */
let worker: Workbox | null = null;
let ready = false;
const listeners = new Set<() => void>();

/** The person has asked for the update before it was here. */
let wanted = false;

function offer(): void {
  ready = true;
  if (wanted) applyUpdate();
  for (const listener of listeners) listener();
}

export const updateReady = (): boolean => ready;
export function subscribeUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function applyUpdate(): void {
  if (!worker) {
    window.location.reload();
    return;
  }
  worker.addEventListener('controlling', () => window.location.reload());
  worker.messageSkipWaiting();
}

const PATIENCE_MS = 20_000;

/** For a client that the server does not take any more: looks for the new version and takes it over as it arrives. */
export function updateNow(): void {
  if (ready || !worker) return applyUpdate();
  wanted = true;
  void worker.update().catch(() => undefined);
  setTimeout(() => window.location.reload(), PATIENCE_MS);
}

/** With nothing open and nothing on the way, a new version may take over as the person moves to another page. */
export function takeOverIfIdle(sending: number): void {
  if (ready && sending === 0 && !document.querySelector('[role="dialog"], form')) applyUpdate();
}

const ENGINES_AFTER_MS = 20_000;

/**
 * Has the worker fetch what is too heavy for the start, so that a PDF opens without a network the first time too, and
 * campaigns and Tally for who works with them. Not on metered data.
 */
function keepEngines(): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true || !navigator.onLine) return;
  const roles = currentSession()?.roles;
  const desks = [
    ...(roles?.isCampaign || roles?.isCaseManagement ? ['campaigns'] : []),
    ...(roles?.isFinanceDocument || roles?.isTallyAdmin ? ['tally'] : []),
  ];
  void navigator.serviceWorker.ready
    .then(({ active }) => active?.postMessage({ type: 'KEEP_ENGINES', desks }))
    .catch(() => undefined);
}

const LOOK_EVERY_MS = 30 * 60_000;

const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/**
 * Registers the worker. On a bad network its script, or a file of its first installation, may not come, and the browser
 * drops the registration: tries again, each time after twice as long (SW-4).
 */
function register(address: string, retry = RETRY_MS): void {
  const again = (): void => void setTimeout(() => register(address, Math.min(2 * retry, LONGEST_RETRY_MS)), retry);
  import('workbox-window')
    .then(({ Workbox }) => {
      worker = new Workbox(address, { scope: '/' });
      worker.addEventListener('waiting', offer);
      worker.addEventListener('redundant', () => {
        // An older worker that made room for the next is redundant too, and its registration stays.
        void navigator.serviceWorker.getRegistration().then((registration) => {
          if (!registration) again();
        }, again);
      });
      return worker.register();
    })
    .catch((error: unknown) => {
      console.warn('The worker could not be registered.', error);
      again();
    });
}

export function registerSw(): void {
  // A chunk failed to load: the caller retries. It may be gone because there is a newer version.
  window.addEventListener('vite:preloadError', () => void worker?.update().catch(() => undefined));
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  // A TrustedScriptURL where the browser asks for one; Workbox hands it on as it is, and its type says a string.
  register(scriptAddress('/sw.js') as unknown as string);
  void Promise.all([import('./keepApp.ts'), import('#ui/toast.ts')]).then(
    ([{ keepApp }, { toast }]) => keepApp(navigator.serviceWorker, toast.success),
    () => undefined,
  );
  setTimeout(() => whenIdle(keepEngines), ENGINES_AFTER_MS);
  setInterval(() => void worker?.update().catch(() => undefined), LOOK_EVERY_MS);
}
