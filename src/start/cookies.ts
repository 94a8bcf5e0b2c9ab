import { TOKEN_COOKIE } from '#contract/headers.ts';

export function readCookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    if (part.startsWith(`${name}=`)) return decodeURIComponent(part.slice(name.length + 1));
  }
  return null;
}

/** The token of who is signed in; null without one. */
export const readToken = (): string | null => readCookie(TOKEN_COOKIE) || null;
