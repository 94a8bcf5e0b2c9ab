import { Workbox } from 'workbox-window';
import { currentSession } from '#data/sessionStore.ts';
import { scriptAddress } from '#ui/trusted.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import { inPieces } from './inPieces.ts';
import { renewFile } from './renewFile.ts';
import { untilDone } from './untilDone.ts';
import { lookForUpdate, watchUpdates } from './update.ts';

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

/**
 * Registers the worker. On a bad network its script, or a file of its first installation, may not come, and the browser
 * drops the registration: `again` tries later.
 */
function register(address: string, again: () => void): void {
  const worker = new Workbox(address, { scope: '/' });
  watchUpdates(worker);
  worker.addEventListener('redundant', () => {
    // An older worker that made room for the next is redundant too, and its registration stays.
    void navigator.serviceWorker.getRegistration().then((registration) => {
      if (!registration) again();
    }, again);
  });
  worker.register().catch((error: unknown) => {
    console.warn('The worker could not be registered.', error);
    again();
  });
}

/** Registers the worker (SW-4) and keeps it up to date. */
export function registerSw(): void {
  // A chunk failed to load: the caller retries. There may be a newer version without it, or only a piece of it came.
  window.addEventListener('vite:preloadError', ({ payload }) => {
    lookForUpdate();
    void renewFile(payload);
  });
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  // A TrustedScriptURL where the browser asks for one; Workbox hands it on as it is, and its type says a string.
  const address = scriptAddress('/sw.js') as unknown as string;
  untilDone((again) => register(address, again));
  untilDone((again) => {
    inPieces(() => Promise.all([import('./keepApp.ts'), import('#ui/toast.ts')])).then(
      ([{ keepApp }, { toast }]) => keepApp(navigator.serviceWorker, toast.success),
      again,
    );
  });
  setTimeout(() => whenIdle(keepEngines), ENGINES_AFTER_MS);
  setInterval(lookForUpdate, LOOK_EVERY_MS);
}
