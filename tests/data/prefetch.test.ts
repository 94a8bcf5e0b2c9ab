import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { prefetchedLists } from '#app/prefetchedLists.ts';
import { KEYS } from '#start/local.ts';
import { online } from '#data/online.ts';
import { signOut } from '#data/session.ts';
import { prefetch } from '#data/prefetch.ts';
import { PERSON, signInOffline } from '#tests/support/screen.tsx';

describe('fetching ahead', () => {
  it('ID-1: ends with the session; nothing of who signs out meanwhile is asked for or stored', async () => {
    await signInOffline({ ...PERSON, email: 'warm@example.com' });
    const asked: string[] = [];
    let leaving: Promise<unknown> | undefined;
    globalThis.fetch = async (input) => {
      asked.push(String(input));
      if (String(input).endsWith('/logout')) return Response.json({ success: true });
      leaving ??= signOut('keep');
      await leaving;
      throw new TypeError('No network.');
    };
    online.sawAnswer();
    await prefetch(new QueryClient(), prefetchedLists);
    expect(asked.filter((address) => !address.endsWith('/logout'))).toHaveLength(1);
    expect(JSON.stringify({ ...localStorage })).not.toContain(KEYS.starts);
    // The persister writes what has changed with its next timer.
    await vi.waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain('warm@example.com'));
  });

  it.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    'nothing is fetched ahead where the link is %o',
    async (connection) => {
      await signInOffline({ ...PERSON, email: 'saves@example.com' });
      const asked = vi.fn(() => Promise.reject(new TypeError('No network.')));
      globalThis.fetch = asked;
      online.sawAnswer();
      Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
      await prefetch(new QueryClient(), prefetchedLists);
      expect(asked).not.toHaveBeenCalled();
      Reflect.deleteProperty(navigator, 'connection');
      await prefetch(new QueryClient(), prefetchedLists);
      expect(asked).toHaveBeenCalled();
    },
  );
});
