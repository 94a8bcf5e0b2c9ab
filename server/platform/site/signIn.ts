import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { TOKEN_COOKIE } from '#contract/headers.ts';
import type { SignInFacts } from '#contract/session.ts';
import { isLoginPath } from '#domain/session.ts';
import { accepts } from '#server/platform/http/request.ts';

/** What the build makes beside the client: the app's own sign-in page as a function (scripts/signInPage.ts). */
const PAGE = join('.sign-in', 'page.mjs');

interface Built {
  signInDocument(facts: SignInFacts): string;
}

/** A page in the codings in which browsers take it. */
interface Packed {
  tag: string;
  plain: string;
  br: Buffer;
  gzip: Buffer;
}

export interface SignInPage {
  tag: string;
  body: string | Buffer;
  /** Of the body; null as it is. */
  coding: 'br' | 'gzip' | null;
}

/** Other pages than the newest few are drawn again: facts change when an admin changes them. */
const KEPT = 4;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

async function pack(plain: string): Promise<Packed> {
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(plain, BROTLI), promisify(gzip)(plain)]);
  return { tag, plain, br, gzip: zipped };
}

const isToken = (cookie: string): boolean => cookie.startsWith(`${TOKEN_COOKIE}=`) && cookie !== `${TOKEN_COOKIE}=`;

/**
 * Whether a request for a page is to be answered with the sign-in page itself: it asks for that address, and its
 * browser has no session's cookie. Whether a session is good is for the calls to say (SES-1).
 */
export const asksToSignIn = (path: string, request: FastifyRequest): boolean =>
  isLoginPath(path) && !(request.headers.cookie ?? '').split(/; */).some(isToken);

/**
 * Draws the sign-in page (SES-15) with what is known now, once for the same facts. Null where the client was built
 * without it: the app draws the page then.
 */
export function signInPages(
  clientDir: string,
  readFacts: (request: FastifyRequest) => Promise<SignInFacts>,
): ((request: FastifyRequest) => Promise<SignInPage>) | null {
  const file = join(clientDir, PAGE);
  if (!existsSync(file)) return null;
  let built: Promise<Built> | undefined;
  const drawn = new Map<string, Promise<Packed>>();
  const draw = async (facts: SignInFacts): Promise<Packed> => {
    built ??= import(pathToFileURL(file).href) as Promise<Built>;
    return pack((await built).signInDocument(facts));
  };
  return async (request) => {
    const facts = await readFacts(request);
    const key = JSON.stringify(facts);
    const page = drawn.get(key) ?? draw(facts);
    drawn.delete(key);
    drawn.set(key, page);
    for (const old of [...drawn.keys()].slice(0, -KEPT)) drawn.delete(old);
    const {
      tag,
      plain,
      br,
      gzip: zipped,
    } = await page.catch((error: unknown) => {
      drawn.delete(key);
      throw error;
    });
    if (accepts(request, 'br')) return { tag, body: br, coding: 'br' };
    return accepts(request, 'gzip') ? { tag, body: zipped, coding: 'gzip' } : { tag, body: plain, coding: null };
  };
}
