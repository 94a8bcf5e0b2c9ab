import { signInFacts, type SignInFacts } from '#contract/session.ts';

/** Where index.html has it (server/platform/site/signIn.ts). */
const PLACE = 'data-facts';

let read: SignInFacts | null | undefined;

/** What the server has written into this document of the sign-in page; null in every other one. */
export function writtenFacts(): SignInFacts | null {
  if (read === undefined) {
    // A worker has no document.
    const page = (globalThis as { document?: Partial<Document> }).document?.documentElement;
    const text = page?.getAttribute(PLACE) ?? null;
    const parsed = text === null ? null : signInFacts.safeParse(JSON.parse(text));
    read = parsed?.success ? parsed.data : null;
  }
  return read;
}
