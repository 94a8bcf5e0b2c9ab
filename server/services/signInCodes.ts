import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { SIGN_IN_CODE } from '#contract/limits.ts';
import { CODE_SENTENCE, EMAIL_SENTENCE, readCode, readEmail, WRONG_CODE } from '#domain/signInCode.ts';
import type { Tables } from '#server/database/tables.ts';
import { transact } from '#server/database/transact.ts';
import { invalid, notFound, Refusal } from '#server/errors.ts';
import { count, type Limit } from '#server/repositories/limits.ts';
import { personByEmail, type PersonRow } from '#server/repositories/people.ts';
import { readSecret } from '#server/repositories/secrets.ts';
import { dropCode, takeTry, wantCode } from '#server/repositories/signInCodes.ts';
import { sha256 } from './canonical.ts';
import type { Services } from './services.ts';

const HOUR = 3_600_000;
/** For one address: codes within an hour and within a day. With five tries each, a day is worth 75 guesses of a million. */
const CODES_AN_HOUR = 5;
const CODES_A_DAY = 15;
/** From one place: an office may stand behind it. */
const REQUESTS_AN_HOUR = 60;

const keyOf = (email: string): string => sha256(`sign-in-code:${email}`);

/** What a code is kept as: bound to its address, and worth nothing without this server's own key. */
export async function hashOfCode(db: Kysely<Tables>, email: string, code: string): Promise<string> {
  const secret = await readSecret(db, 'sign-in-codes', () => randomBytes(32).toString('base64url'));
  return createHmac('sha256', Buffer.from(secret, 'base64url')).update(JSON.stringify([email, code])).digest('base64url');
}

/** May this person sign in here by mail? `domain` is the only one whose accounts may, if there is one. */
export const mayHaveCode = (person: PersonRow | undefined, domain: string | null): person is PersonRow =>
  person !== undefined && !person.disabled && (domain === null || person.email.endsWith(`@${domain}`));

async function limitTo(db: Kysely<Tables>, limits: readonly Limit[], now: number): Promise<void> {
  for (const limit of limits) {
    const used = await count(db, limit, now);
    if (used.count > limit.most) throw new Refusal('RATE_LIMITED', 'That was too often. Please wait before you send another code.', { retryAfter: used.retryAfter });
  }
}

/**
 * Asks for a code by mail (SES-20). Whether the address is somebody's is not looked at here: a job does that when it writes the mail, so
 * that answer, time and what is stored are the same for everybody. 404 where no mail is configured, 422 for what is no address, 429 for too often.
 */
export async function askForCode({ env, database, clock }: Services, typed: string, address: string): Promise<{ goodForMinutes: number; againInSeconds: number }> {
  if (env.smtpUrl === null) throw notFound();
  const email = readEmail(typed);
  if (email === null) throw invalid(EMAIL_SENTENCE, { email: EMAIL_SENTENCE });
  const now = clock();
  const key = keyOf(email);
  await limitTo(database.db, [
    { bucket: `code-from:${sha256(address)}`, most: REQUESTS_AN_HOUR, windowMillis: HOUR },
    { bucket: `code-again:${key}`, most: 1, windowMillis: SIGN_IN_CODE.againSeconds * 1000 },
    { bucket: `code-hour:${key}`, most: CODES_AN_HOUR, windowMillis: HOUR },
    { bucket: `code-day:${key}`, most: CODES_A_DAY, windowMillis: 24 * HOUR },
  ], now);
  await wantCode(database.db, key, email, now);
  return { goodForMinutes: SIGN_IN_CODE.minutes, againInSeconds: SIGN_IN_CODE.againSeconds };
}

const sameText = (one: string, other: string): boolean => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The mail's own: who may read it may sign in. Answers the person whose code this is, and uses it up together with what `then` does. */
export async function useCode<Result>({ env, database, clock }: Services, typed: { email: string; code: string }, then: (tx: Kysely<Tables>, person: PersonRow) => Promise<Result>): Promise<Result> {
  if (env.smtpUrl === null) throw notFound();
  const [email, code] = [readEmail(typed.email), readCode(typed.code)];
  if (email === null) throw invalid(EMAIL_SENTENCE, { email: EMAIL_SENTENCE });
  if (code === null) throw invalid(CODE_SENTENCE, { code: CODE_SENTENCE });
  const hash = await hashOfCode(database.db, email, code);
  // The try counts though the code is wrong: what is refused is no reason to undo it.
  const used = await transact(database.db, async (tx) => {
    const right = await takeTry(tx, keyOf(email), clock());
    if (!right || !sameText(right, hash)) return null;
    await dropCode(tx, keyOf(email));
    const person = await personByEmail(tx, email);
    return mayHaveCode(person, env.signInDomain) ? { result: await then(tx, person) } : null;
  });
  if (used === null) throw invalid(WRONG_CODE, { code: WRONG_CODE });
  return used.result;
}
