import { KEYS, readLocal, writeLocal } from '#start/local.ts';

/**
 * The first list is asked for by src/start/main.ts while this code is still on its way. Which call belongs to which
 * address is remembered here, so that the small script needs no copy of the filter codec: `{ "/path?search": "/api/…"
 * }`.
 */
interface Start {
  url: string;
  token: string;
  answer: Promise<Response | null>;
}
declare global {
  interface Window {
    kharchaStart?: Start | undefined;
  }
}

const MAX_COUNT = 8;

/** Whether the start script has this very call under way, and nobody has taken its answer. */
export const isStarted = (address: () => string): boolean =>
  typeof window !== 'undefined' && window.kharchaStart !== undefined && window.kharchaStart.url === address();

/** The answer that the start script has under way for this very call and person, once; null when there is none. */
export function takeStart(url: string, token: string | null): Promise<Response | null> | null {
  const start = typeof window === 'undefined' ? undefined : window.kharchaStart;
  if (!start) return null;
  if (start.url !== url || start.token !== token) return null;
  window.kharchaStart = undefined;
  return start.answer;
}

/**
 * Remembers the first call of an address for the next cold start. A guess (`sure` false) does not take the place of
 * what a screen asked.
 */
export function rememberStart(address: string, url: string, sure = true): void {
  const known = readLocal(KEYS.starts);
  const starts = typeof known === 'object' && known !== null ? (known as Record<string, string>) : {};
  if (starts[address] === url || (!sure && starts[address] !== undefined)) return;
  const rest = Object.entries(starts).filter(([key]) => key !== address);
  writeLocal(KEYS.starts, Object.fromEntries([...rest.slice(-(MAX_COUNT - 1)), [address, url]]));
}

/** What the server refused is not asked for again before the code is there. */
export function forgetStart(address: string): void {
  const known = readLocal(KEYS.starts) as Record<string, string> | null;
  if (known?.[address] === undefined) return;
  const { [address]: _refused, ...rest } = known;
  writeLocal(KEYS.starts, rest);
}
