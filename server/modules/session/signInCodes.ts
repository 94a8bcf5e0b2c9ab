import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { SIGN_IN_CODE } from '#contract/limits.ts';
import { CODE_MESSAGE, EMAIL_MESSAGE, OLD_PAGE, parseCode, parseEmail, WRONG_CODE } from '#domain/signInCode.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { invalidRequest, notFound, Refusal } from '#server/platform/base/errors.ts';
import { count, type Limit } from '#server/platform/limits/repository.ts';
import { readSecret, type SecretStore } from '#server/platform/secrets/repository.ts';
import { dropCode, isKnownDevice, takeTry, wantCode } from './repository/signInCodes.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { secretStoreOf, type Services } from '#server/platform/http/services.ts';
import { personByEmail, type PersonRow } from '#server/modules/people/index.ts';

const HOUR = 3_600_000;
/** For one address from one place, or on one device of its owner: codes within an hour and within a day. */
const CODES_AN_HOUR = 5;
const CODES_A_DAY = 15;
/**
 * For one address from all places together, but for devices its owner has used: with five tries each, a day is worth
 * 300 guesses of a million.
 */
const STRANGERS_A_DAY = 60;
/** From one address: a whole office may share it. */
const REQUESTS_AN_HOUR = 60;
/** Tries from one place, in a minute, that belong to no request. */
const BLIND_TRIES_A_MINUTE = 10;
const SECRET_BYTES = 32;

/** What a code is kept as: bound to the request it was made for, and worth nothing without this server's own key. */
export async function hashOfCode(store: SecretStore, request: string, code: string): Promise<string> {
  const secret = await readSecret(store, 'sign-in-codes', () => randomBytes(32).toString('base64url'));
  return createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(JSON.stringify([request, code]))
    .digest('base64url');
}

/** May this person sign in here by mail? `domain` is the only one whose accounts may, if there is one. */
export const mayHaveCode = (person: PersonRow | undefined, domain: string | null): person is PersonRow =>
  person !== undefined && !person.disabled && (domain === null || person.email.endsWith(`@${domain}`));

async function limitTo(
  db: Kysely<Tables>,
  limits: readonly Limit[],
  now: number,
  message = 'Too many requests. Please wait before you send another code.',
): Promise<void> {
  for (const limit of limits) {
    const used = await count(db, limit, now);
    if (used.count > limit.most) throw new Refusal('RATE_LIMITED', message, { retryAfter: used.retryAfter });
  }
}

/** Where somebody asks from. */
interface Place {
  /** The network address. */
  address: string;
  deviceId: string | null;
}

/**
 * How often codes go to an address. Counted for the pair of address and place, so that nobody uses up what its owner
 * needs; a device on which its owner has signed in before has a count of its own, whatever happens in the network
 * around it (SES-23).
 */
async function limitsOf(db: Kysely<Tables>, email: string, { address, deviceId }: Place): Promise<Limit[]> {
  const own = deviceId !== null && (await isKnownDevice(db, email, deviceId));
  const pair = sha256(JSON.stringify([email, own ? `device ${deviceId}` : address]));
  return [
    { bucket: `code-from:${sha256(address)}`, most: REQUESTS_AN_HOUR, windowMillis: HOUR },
    { bucket: `code-again:${pair}`, most: 1, windowMillis: SIGN_IN_CODE.againSeconds * 1000 },
    { bucket: `code-hour:${pair}`, most: CODES_AN_HOUR, windowMillis: HOUR },
    { bucket: `code-day:${pair}`, most: CODES_A_DAY, windowMillis: 24 * HOUR },
    ...(own ? [] : [{ bucket: `code-strangers:${sha256(email)}`, most: STRANGERS_A_DAY, windowMillis: 24 * HOUR }]),
  ];
}

/**
 * Asks for a code by mail (SES-20). Whether the address is somebody's is not looked at here: a job does that when it
 * writes the mail, so that answer, time and what is stored are the same for everybody (SES-21). `request` is the secret
 * that binds the code to this browser (SES-23). 404 where no mail is configured, 422 for what is no address, 429 for
 * too often.
 */
export async function askForCode(
  { env, database, clock }: Services,
  typed: string,
  place: Place,
): Promise<{ goodForMinutes: number; againInSeconds: number; request: string }> {
  if (env.smtpUrl === null) throw notFound();
  const email = parseEmail(typed);
  if (email === null) throw invalidRequest(EMAIL_MESSAGE, { email: EMAIL_MESSAGE });
  const now = clock();
  await limitTo(database.db, await limitsOf(database.db, email, place), now);
  const request = randomBytes(SECRET_BYTES).toString('base64url');
  await wantCode(database.db, sha256(request), email, now);
  return { goodForMinutes: SIGN_IN_CODE.minutes, againInSeconds: SIGN_IN_CODE.againSeconds, request };
}

const sameText = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** What a page sends to sign in by a code. */
export interface TypedCode {
  email: string;
  code: string;
  request?: string | undefined;
}

/**
 * The mail's own: who may read it may sign in, in the browser that asked. Answers the person whose code this is, and
 * uses it up together with what `then` does. Refuses by 422 what is not good; by 429 a place that tries what it has not
 * asked for. Tries count for the request alone, and those of others close nothing for its owner (SES-20, SES-23).
 */
export async function spendCode<Result>(
  services: Services,
  typed: TypedCode,
  address: string,
  then: (tx: Kysely<Tables>, person: PersonRow) => Promise<Result>,
): Promise<Result> {
  const { env, database, clock } = services;
  if (env.smtpUrl === null) throw notFound();
  const [email, code] = [parseEmail(typed.email), parseCode(typed.code)];
  if (email === null) throw invalidRequest(EMAIL_MESSAGE, { email: EMAIL_MESSAGE });
  if (code === null) throw invalidRequest(CODE_MESSAGE, { code: CODE_MESSAGE });
  if (typed.request === undefined) throw invalidRequest(OLD_PAGE, { code: OLD_PAGE });
  const id = sha256(typed.request);
  const hash = await hashOfCode(secretStoreOf(services), id, code);
  // The try counts though the code is wrong: what is refused is no reason to undo it.
  const used = await transact(database.db, async (tx) => {
    const right = await takeTry(tx, { id, email }, clock());
    if (right === undefined) return 'unknown';
    if (!right || !sameText(right, hash)) return 'wrong';
    await dropCode(tx, id);
    const person = await personByEmail(tx, email);
    return mayHaveCode(person, env.signInDomain) ? { result: await then(tx, person) } : 'wrong';
  });
  if (used === 'unknown')
    await limitTo(
      database.db,
      [{ bucket: `code-blind:${sha256(address)}`, most: BLIND_TRIES_A_MINUTE, windowMillis: 60_000 }],
      clock(),
      'Too many failed sign-ins. Please wait a minute.',
    );
  if (typeof used === 'string')
    throw new Refusal('INVALID', WRONG_CODE, { errors: { code: WRONG_CODE }, logged: `${used} code` });
  return used.result;
}
