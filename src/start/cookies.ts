import { TOKEN_COOKIE } from '#contract/headers.ts';

/** A cookie's text; null without one, and for what the app did not write: a neighbour's site may set any. */
export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  try {
    return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

/** The token of who is signed in; null without one. */
export const readToken = (): string | null => readCookie(TOKEN_COOKIE) || null;
