import type { Kysely } from 'kysely';
import { collided, transact, untilSettled } from '#server/platform/database/transact.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { isConnectionLost, Refusal, unavailable } from '#server/platform/base/errors.ts';
import { insertOnce, type NewRows } from './repository/creation.ts';
import { answerUnder, keepAnswer, takeKey, type KeyedRequest, type StoredAnswer } from './repository/keys.ts';
import { canonicalJson, sha256 } from '#server/platform/base/canonical.ts';
import type { Context } from '#server/platform/http/context.ts';
import { dayIsFull, assertQuota, quotaOf, type Counted } from '#server/platform/limits/creationQuota.ts';
import { receiptFor } from '#server/platform/http/signatures.ts';

/**
 * A request that changes something, as two of them are compared: by method, path, the query that names its object, and
 * body.
 */
export interface CommandRequest {
  method: string;
  /** Without a trailing slash. */
  path: string;
  query: Readonly<Record<string, string | undefined>>;
  body: unknown;
}

export interface CommandOutcome {
  /** The whole answer, as it goes out. */
  answer: unknown;
  recordId: string | null;
  /** It made the record, and a phone that sends it again after a restore gets it back. */
  made?: true;
  /**
   * It made something of which one person may make so many in a day: not what an earlier request with this key had
   * made.
   */
  counted?: Counted;
}

/** One command. Both functions run in the one transaction of the change and get its handle. */
export interface Command<Authorized> {
  /** Finds what is asked for and refuses who may not: 404 and 403 come before a stored answer is given out. */
  authorize: (tx: Kysely<Tables>) => Promise<Authorized>;
  /** Judges version, state and fields, in this order; changes; writes the audit row. */
  execute: (tx: Kysely<Tables>, authorized: Authorized) => Promise<CommandOutcome>;
  /**
   * What is answered once the stored answer was shortened: the same envelope around the record as it is now. Absent: it
   * is kept whole.
   */
  again?: (tx: Kysely<Tables>, authorized: Authorized, recordId: string) => Promise<unknown>;
}

export interface CommandResult {
  body: string;
  replayed: boolean;
}

/** Parameters that are read to name an object or a kind; who asks is the session's business and not compared. */
const namesNothing = new Set(['email', 'financeMailId']);

function hashOf({ query, body }: CommandRequest): string {
  const naming = Object.fromEntries(Object.entries(query).filter(([name]) => !namesNothing.has(name)));
  return sha256(canonicalJson({ query: naming, body }));
}

/** What a request asks for, as a receipt names it: method, path and content. */
export const fingerprintOf = (asked: CommandRequest): string => `${asked.method} ${asked.path} ${hashOf(asked)}`;

const keyedRequest = (context: Context, key: string, asked: CommandRequest): KeyedRequest => ({
  personId: context.actor.id,
  key,
  method: asked.method,
  path: asked.path,
  requestHash: hashOf(asked),
});

/** The answer with the receipt of what was made, for a database that loses it (TM-5). */
function receipted(context: Context, request: KeyedRequest | null, answer: unknown, recordId: string): unknown {
  if (!request || typeof answer !== 'object') return answer;
  const made = {
    personId: request.personId,
    key: request.key,
    recordId,
    request: `${request.method} ${request.path} ${request.requestHash}`,
  };
  return { ...answer, receipt: receiptFor(context.services, made, context.saved.at) };
}

/** How a shortened answer is told: from the record that it was about. */
type Again = (recordId: string) => Promise<unknown>;

/**
 * What the key was answered with. Throws IDEMPOTENCY_KEY_REUSED for another request, UNAVAILABLE where `again` is null
 * and only the record could tell.
 */
async function replay(stored: StoredAnswer, request: KeyedRequest, again: Again | null): Promise<CommandResult> {
  const same =
    stored.method === request.method && stored.path === request.path && stored.request_hash === request.requestHash;
  if (!same) throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
  if (stored.shortened !== true) return { body: stored.body, replayed: true };
  if (again === null || stored.record_id === null) throw unavailable();
  const answer = await again(stored.record_id);
  return {
    body: JSON.stringify(
      stored.body === '' || typeof answer !== 'object' ? answer : { ...answer, receipt: stored.body },
    ),
    replayed: true,
  };
}

/**
 * Carries out a command exactly once for a key (WIRE-8, WIRE-9): the key's row, the change and its audit row
 * commit together, and the answer goes out only when they are on the disk. Without a key it is carried out plainly.
 * A refusal thrown inside leaves nothing behind, the key's row included.
 */
export async function change<Authorized>(
  context: Context,
  asked: CommandRequest,
  command: Command<Authorized>,
): Promise<CommandResult> {
  const { db } = context.services.database;
  return runWithKey(context, asked, (request) =>
    transact(db, async (tx) => {
      const authorized = await command.authorize(tx);
      if (request && !(await takeKey(tx, request, context.now))) {
        const { again } = command;
        return replay(
          await storedUnder(tx, request),
          request,
          again ? (recordId) => again(tx, authorized, recordId) : null,
        );
      }
      const { answer, recordId, made, counted } = await command.execute(tx, authorized);
      if (counted) await assertQuota(tx, context, counted);
      const body = JSON.stringify(
        made === true && recordId !== null ? receipted(context, request, answer, recordId) : answer,
      );
      if (request)
        await keepAnswer(tx, request, {
          status: 200,
          body,
          recordId,
          shortened: command.again && recordId !== null ? false : null,
        });
      return { body, replayed: false };
    }),
  );
}

/** What a creation comes to: what its key was used for already, or a record's answer and the rows that make it. */
export type Creation =
  | { stored: StoredAnswer }
  | {
      stored: null;
      answer: unknown;
      recordId: string;
      /** Whom it waits for. */
      managerId: string | null;
      rows: NewRows;
    };

/**
 * The same promise for a command that makes a record and changes none: all it writes is known beforehand, and is
 * written by one statement. `prepare` looks for the key first and judges after: what was answered once is answered
 * again, even if it would be refused by now. `again`: reads what was made, for an answer that was shortened.
 */
export async function create(
  context: Context,
  asked: CommandRequest,
  prepare: () => Promise<Creation>,
  again: Again,
): Promise<CommandResult> {
  const { db } = context.services.database;
  return runWithKey(context, asked, (request) =>
    untilSettled(async () => {
      const made = await prepare();
      if (made.stored) {
        if (!request) throw new Error('An answer is stored without a key');
        return replay(made.stored, request, again);
      }
      const body = JSON.stringify(receipted(context, request, made.answer, made.recordId));
      const maker = { personId: context.actor.id, managerId: made.managerId, quota: quotaOf(context, 'requests') };
      const done = await insertOnce(db, maker, request, { body, recordId: made.recordId }, made.rows, context.now);
      if (done === 'written') return { body, replayed: false };
      // It would be pending with a manager who has just been replaced: created again, for the next one.
      if (done === 'moved') throw collided();
      if (done === 'full') {
        // What took the last place may have been this very request, sent twice.
        const stored = request && (await answerUnder(db, request.personId, request.key));
        if (!stored) throw dayIsFull(context, 'requests');
        return replay(stored, request, again);
      }
      if (!request) throw new Error('Nothing was written');
      return replay(await storedUnder(db, request), request, again);
    }),
  );
}

async function runWithKey(
  context: Context,
  asked: CommandRequest,
  attempt: (request: KeyedRequest | null) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { database } = context.services;
  const request = context.key === null ? null : keyedRequest(context, context.key, asked);
  const outcome = await attempt(request).catch(async (error: unknown) => {
    if (!request || !isConnectionLost(error)) throw error;
    // The link broke, perhaps after the commit: ask before anybody does it twice (X54).
    const stored = await answerUnder(database.db, request.personId, request.key).catch(() => undefined);
    // A shortened answer needs the record: the client asks again.
    if (stored) return replay(stored, request, null);
    throw unavailable();
  });
  // Of a replay too: the first answer's commit may not have reached the disk yet.
  await database.durable();
  return outcome;
}

async function storedUnder(tx: Kysely<Tables>, request: KeyedRequest): Promise<StoredAnswer> {
  const stored = await answerUnder(tx, request.personId, request.key);
  // The other transaction was rolled back between our insert and our look: the client simply tries again.
  if (!stored) throw new Refusal('IN_PROGRESS', 'This is being worked on. Try again in a moment.', { retryAfter: 1 });
  return stored;
}
