import type { QueryClient } from '@tanstack/react-query';
import { refreshSession } from '#data/session.ts';
import { currentSession, subscribeSession } from '#data/sessionStore.ts';
import { keepWarm } from '#data/warm.ts';
import { registerSw } from './registerSw.ts';

/** What a page does beside its screens, once the first one stands: outbox, worker, session refresh, warming. */
export function startBackground(client: QueryClient): void {
  let person: string | null = null;
  const follow = (): void => {
    const email = currentSession()?.email ?? null;
    if (email === person) return;
    person = email;
    const load = import('#data/runtime.ts');
    void load.then(async (runtime) => void (email === null ? await runtime.closeRuntime() : await runtime.openRuntime())).catch((error: unknown) => console.warn('The outbox could not be opened.', error));
  };
  const start = (): void => {
    subscribeSession(follow);
    follow();
    registerSw();
    if (currentSession()) void refreshSession().catch(() => undefined);
    keepWarm(client);
  };
  if (typeof requestIdleCallback === 'function') requestIdleCallback(start, { timeout: 2_000 });
  else setTimeout(start, 200);
}
