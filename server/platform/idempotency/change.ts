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
  /** The whole answer, as sent. */
  answer: unknown;
  recordId: string | null;
  /** It created the record; a phone that repeats it after a restore gets it back. */
  made?: true;
  /** It created something with a daily quota, and not what an earlier request with this key had created. */
  counted?: Counted;
}

/** One command. Both functions run in the one transaction of the change and get its handle. */
export interface Command<Authorized> {
  /** Finds the record and checks permissions: 404 and 403 come before a stored answer is replayed. */
  authorize: (tx: Kysely<Tables>) => Promise<Authorized>;
  /** Checks version, state and fields, in this order; writes the change and its audit row. */
  execute: (tx: Kysely<Tables>, authorized: Authorized) => Promise<CommandOutcome>;
  /** Rebuilds a shortened answer: the same envelope around the current record. Absent: the answer is kept whole. */
  rebuildAnswer?: (tx: Kysely<Tables>, authorized: Authorized, recordId: string) => Promise<unknown>;
}

export interface CommandResult {
  body: string;
  replayed: boolean;
}

/** Parameters that name the asking person, which the session decides: not compared. */
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

/** Rebuilds a shortened answer from its record. */
type RebuildAnswer = (recordId: string) => Promise<unknown>;

/**
 * What the key was answered with; a shortened answer is rebuilt (WIRE-15). Throws IDEMPOTENCY_KEY_REUSED for another
 * request, UNAVAILABLE where the answer was shortened and `rebuildAnswer` is null.
 */
async function replay(
  stored: StoredAnswer,
  request: KeyedRequest,
  rebuildAnswer: RebuildAnswer | null,
): Promise<CommandResult> {
  const same =
    stored.method === request.method && stored.path === request.path && stored.request_hash === request.requestHash;
  if (!same) throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
  if (stored.shortened !== true) return { body: stored.body, replayed: true };
  if (rebuildAnswer === null || stored.record_id === null) throw unavailable();
  const answer = await rebuildAnswer(stored.record_id);
  return {
    body: JSON.stringify(
      stored.body === '' || typeof answer !== 'object' ? answer : { ...answer, receipt: stored.body },
    ),
    replayed: true,
  };
}

/**
 * Executes a command exactly once per key (OB-3, WIRE-8, WIRE-9): the key's row, the change and its audit row commit
 * together, and the answer is sent only once they are on the disk. Without a key it is simply executed. A refusal
 * thrown inside rolls everything back, the key's row included.
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
        const { rebuildAnswer } = command;
        return replay(
          await storedUnder(tx, request),
          request,
          rebuildAnswer ? (recordId) => rebuildAnswer(tx, authorized, recordId) : null,
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
          shortened: command.rebuildAnswer && recordId !== null ? false : null,
        });
      return { body, replayed: false };
    }),
  );
}

/** Either the stored answer of the key, or the answer of a new record and its rows. */
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
 * The same for a command that creates a record and changes none: everything it writes is known beforehand and written
 * by one statement. `prepare` looks up the key first and validates after: a stored answer is replayed even if the
 * request would be refused by now. `rebuildAnswer` rebuilds a shortened answer.
 */
export async function create(
  context: Context,
  asked: CommandRequest,
  prepare: () => Promise<Creation>,
  rebuildAnswer: RebuildAnswer,
): Promise<CommandResult> {
  const { db } = context.services.database;
  return runWithKey(context, asked, (request) =>
    untilSettled(async () => {
      const made = await prepare();
      if (made.stored) {
        if (!request) throw new Error('An answer is stored without a key');
        return replay(made.stored, request, rebuildAnswer);
      }
      const body = JSON.stringify(receipted(context, request, made.answer, made.recordId));
      const maker = { personId: context.actor.id, managerId: made.managerId, quota: quotaOf(context, 'requests') };
      const { rows, recordId } = made;
      const done = await insertOnce(db, { maker, request, answer: { body, recordId }, rows, now: context.now });
      if (done === 'written') return { body, replayed: false };
      // It would be pending with a manager who has just been replaced: created again, for the next one.
      if (done === 'moved') throw collided();
      if (done === 'full') {
        // What took the last place may have been this very request, sent twice.
        const stored = request && (await answerUnder(db, request.personId, request.key));
        if (!stored) throw dayIsFull(context, 'requests');
        return replay(stored, request, rebuildAnswer);
      }
      if (!request) throw new Error('Nothing was written');
      return replay(await storedUnder(db, request), request, rebuildAnswer);
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
    // The connection broke, perhaps after the commit: check before anything is repeated (X54).
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
