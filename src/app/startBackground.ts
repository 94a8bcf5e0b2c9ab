import type { QueryClient } from '@tanstack/react-query';
import { refreshSession } from '#data/session.ts';
import { currentSession, subscribeSession } from '#data/sessionStore.ts';
import { registerSw } from './registerSw.ts';

/** What a page does beside its screens, once the first one stands: outbox, worker, session refresh, warming. */
export function startBackground(client: QueryClient): void {
  let person: string | null = null;
  const open = async (): Promise<void> => {
    const runtime = await import('#data/runtime.ts');
    if (person === null) await runtime.closeRuntime();
    else await runtime.openRuntime();
  };
  const follow = (): Promise<void> | undefined => {
    const email = currentSession()?.email ?? null;
    if (email === person) return undefined;
    person = email;
    return open();
  };
  const complain = (error: unknown): void => console.warn('The outbox could not be opened.', error);
  const start = (): void => {
    subscribeSession(() => void follow()?.catch(complain));
    // Without a key on this device the outbox cannot open: the refresh brings one.
    const opening = follow()?.then(() => true, () => false);
    registerSw();
    if (currentSession()) {
      void refreshSession()
        .catch(() => undefined)
        .then(async () => {
          if ((await opening) === false && currentSession()) await open();
        })
        .catch(complain);
    }
    void Promise.all([import('#data/clockNotice.ts'), import('#ui/toast.ts')]).then(([{ watchClock }, { toast }]) => watchClock(() => currentSession()?.timeZone, toast.error), () => undefined);
    // It knows every list there is; the first frame needs none of that.
    void import('#data/warm.ts').then(({ keepWarm }) => keepWarm(client, async (bytes) => (await import('#files/smallPdf.ts')).smallPdf(bytes))).catch(() => undefined);
  };
  if (typeof requestIdleCallback === 'function') requestIdleCallback(start, { timeout: 2_000 });
  else setTimeout(start, 200);
}
