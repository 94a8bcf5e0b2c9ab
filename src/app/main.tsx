import '#ui/tokens.css';
import './mantine.css';
import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode, useLayoutEffect, type ReactNode } from 'react';
import { watchNetwork } from '#data/online.ts';
import { deviceStore, requirePerson } from '#data/person.ts';
import { createQueryClient } from '#data/queryClient.ts';
import { currentSession } from '#data/sessionStore.ts';
import { readToken } from '#start/cookies.ts';
import { SIGNED_OUT } from '#storage/device.ts';
import { afterPaint } from '#ui/afterPaint.ts';
import { LastResort } from './ErrorScreen.tsx';
import { holdForRows } from './firstRows.ts';
import { inPieces } from './inPieces.ts';
import { Providers } from './providers.tsx';
import { createRoot } from './reactRoot.ts';
import { createAppRouter } from './router.tsx';
import { takeOver } from './takeOver.ts';
import { untilDone } from './untilDone.ts';

const PATIENCE_MS = 1_500;

/** Where rows stand already, the app begins in pieces: between two, what a finger does is taken. */
const breathe = (): Promise<void> | undefined =>
  window.kharchaSnapshot && new Promise((resolve) => setTimeout(resolve));

/**
 * Loads the screen of the present address, redirects followed. The provider would do so too, but with an empty page
 * meanwhile.
 */
async function firstScreen(router: ReturnType<typeof createAppRouter>): Promise<void> {
  const stop = router.history.subscribe(() => void router.load());
  try {
    let href: string;
    do {
      href = router.latestLocation.href;
      await router.load();
    } while (router.latestLocation.href !== href);
  } catch (error) {
    // The provider loads again, and shows what went wrong.
    console.error(error);
  }
  stop();
}

const within = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);

/** What waits on this device stands in the snapshot: the first frame shows it too, or the list would jump. */
async function waitingIsThere(): Promise<void> {
  if (window.kharchaSnapshot?.waiting !== true) return;
  await within(import('#data/runtime.ts').then(({ openRuntime }) => openRuntime()));
}

/**
 * Without a key here, whoever the cookie names may have signed out, just before the browser was killed (ID-1). Where
 * nobody ever did, as on a first visit, its code is not fetched before the rows.
 */
const dropLeft = async (): Promise<unknown> =>
  readToken() !== null &&
  (await (await deviceStore()).get(SIGNED_OUT)) !== undefined &&
  (await import('#data/signOuts.ts')).dropLeft();

/** Calls `first` when its first frame stands in the page, before that is painted. */
function Begun({ first, children }: { first: () => void; children: ReactNode }): ReactNode {
  useLayoutEffect(first, [first]);
  return children;
}

/** Loads and runs what comes after the first frame. On a bad network its code may not come at once. */
const run = (what: string, load: () => Promise<() => void>): void =>
  untilDone((again) => {
    load().then(
      (start) => start(),
      (error: unknown) => {
        console.warn(`${what} could not be loaded.`, error);
        again();
      },
    );
  });

/** What an offline start needs comes before everything that only saves time (SW-4). */
function startBackground(client: QueryClient, page: HTMLElement, isShown: () => boolean): void {
  const wasSignedIn = currentSession() !== null;
  afterPaint(() => {
    run('The worker', async () => (await import('./registerSw.ts')).registerSw);
    run('What runs beside the screens', async () => {
      const background = await inPieces(() => import('./background.ts'));
      return () => background.startBackground(client, page, isShown, wasSignedIn);
    });
  });
}

let begun = false;
function begin(client: QueryClient, page: HTMLElement, isShown: () => boolean, drawn: () => void): void {
  if (begun) return;
  begun = true;
  takeOver(page);
  afterPaint(drawn);
  startBackground(client, page, isShown);
}

async function start(): Promise<void> {
  // The device store opens while the screen's code loads, so it is ready when first needed.
  const left = requirePerson()
    .then(() => false, dropLeft)
    .catch(() => false);
  watchNetwork();
  const client = createQueryClient();
  const drawn = holdForRows(client);
  await breathe();
  const router = createAppRouter(client);
  await breathe();
  await firstScreen(router);
  await waitingIsThere();
  if (await within(left)) return;
  const root = document.getElementById('root');
  if (!root) return;
  const isShown = (): boolean => router.state.resolvedLocation?.href === router.latestLocation.href;
  const first = (): void => begin(client, root, isShown, drawn);
  const app = (
    <StrictMode>
      <LastResort>
        <Providers client={client}>
          <Begun first={first}>
            <RouterProvider router={router} />
          </Begun>
        </Providers>
      </LastResort>
    </StrictMode>
  );
  const react = createRoot(root);
  // Where something stands already, drawing may take its time, and never blocks a finger for long.
  if (window.kharchaSnapshot) startTransition(() => react.render(app));
  else react.render(app);
}

void start();
