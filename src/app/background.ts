import type { QueryClient } from '@tanstack/react-query';
import { KEYS, readLocal } from '#start/local.ts';
import { refreshSession } from '#data/session.ts';
import { currentSession, subscribeSession } from '#data/sessionStore.ts';
import { inPieces } from './inPieces.ts';
import { untilDone } from './untilDone.ts';

/** When lists are fetched ahead: what the page needs, and what a person asks for at once, goes first. */
const AHEAD_MS = 8_000;

/**
 * What a page does beside its screens, once the first one is drawn: outbox, session refresh, prefetching.
 * `isShown`: as `keepSnapshots` asks.
 * `wasSignedIn`: whether somebody was, when that screen was drawn.
 */
export function startBackground(
  client: QueryClient,
  page: HTMLElement,
  isShown: () => boolean,
  wasSignedIn: boolean,
): void {
  // Whoever was signed in may be so no more: what a screen has opened for them is closed then.
  let person: string | null | undefined = wasSignedIn ? undefined : null;
  const open = async (): Promise<void> => {
    const runtime = await import('#data/runtime.ts');
    if (person === null) await runtime.closeRuntime();
    else await runtime.openRuntime();
  };
  let looking: Promise<void> | undefined;
  /** The browser may have cleared the storage (ST-3); `settleDeviceId` is the first to notice. */
  const lookForVanished = (): Promise<void> =>
    (looking ??= lookOnce().finally(() => {
      looking = undefined;
    }));
  const lookOnce = async (): Promise<void> => {
    if (!currentSession() || readLocal(KEYS.vanished) === null) return;
    const [{ notifyStorageCleared }, { toast }, { deviceWord }] = await Promise.all([
      import('#data/deviceNotices.ts'),
      import('#ui/toast.ts'),
      import('#ui/usePhone.ts'),
    ]);
    await notifyStorageCleared(deviceWord(), toast.error);
  };
  const follow = (): Promise<void> | undefined => {
    const email = currentSession()?.email ?? null;
    if (email === person) return undefined;
    // However the one before has left: signed out, or by the server's word.
    if ((person !== undefined || email === null) && globalThis.Notification?.permission === 'granted')
      void import('#data/devicePush.ts').then(({ closeShown }) => closeShown()).catch(() => undefined);
    person = email;
    return open();
  };
  const fetchAhead = (again: () => void): void => {
    void Promise.all([import('#data/prefetch.ts'), import('./prefetchedLists.ts')])
      .then(([{ startPrefetching }, { prefetchedLists }]) => startPrefetching(client, prefetchedLists))
      .catch(again);
  };
  const complain = (error: unknown): void => console.warn('The outbox could not be opened.', error);
  const start = (): void => {
    subscribeSession(() => {
      // Opening a person's store is what notices that it was cleared.
      void Promise.resolve(follow())
        .catch(complain)
        .then(lookForVanished)
        .catch(() => undefined);
    });
    // Without a key on this device the outbox cannot open: the refresh brings one.
    const opening = follow()?.then(
      () => true,
      () => false,
    );
    if (currentSession()) {
      void refreshSession()
        .catch(() => undefined)
        .then(async () => {
          if ((await opening) === false && currentSession()) await open();
          await lookForVanished().catch(() => undefined);
        })
        .catch(complain);
    }
    void inPieces(() => Promise.all([import('#data/clockNotice.ts'), import('#ui/toast.ts')])).then(
      ([{ watchClock }, { toast }]) => watchClock(() => currentSession()?.timeZone, toast.error),
      () => undefined,
    );
    void inPieces(() => import('#data/signOuts.ts'))
      .then(({ watchPendingSignOuts }) => watchPendingSignOuts())
      .catch(() => undefined);
    void inPieces(() => import('./keepSnapshots.ts')).then(
      ({ keepSnapshots }) => keepSnapshots(page, isShown),
      () => undefined,
    );
    setTimeout(() => untilDone(fetchAhead), AHEAD_MS);
  };
  if (typeof requestIdleCallback === 'function') requestIdleCallback(start, { timeout: 2_000 });
  else setTimeout(start, 200);
}
