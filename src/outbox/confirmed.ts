import { knownKeys } from '#contract/calls/users.ts';
import { MAX_ASKED_KEYS } from '#contract/limits.ts';
import type { Entry } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import { answeredRecord } from './order.ts';
import { askServer } from './send.ts';
import { released } from './state.ts';
import type { OutboxStore } from './store.ts';

/**
 * What the server has confirmed stays on the phone for a month, out of sight: a database that is restored from an older
 * backup has lost it, and says so by another epoch. Then the phone asks which keys the server still knows and sends the
 * others again, under the same keys (X58).
 */
export const KEEP_CONFIRMED_MS = 30 * 86_400_000;

/** Sent once, and to be sent again. The server gives a record that it made before the id that it had. */
function again(entry: Entry): Entry {
  const { answer, sentAt: _sentAt, after: _after, ...rest } = released(entry);
  const wasId = entry.record.id === undefined && entry.record.ids === undefined ? answeredRecord(answer).id : undefined;
  const receipt = (answer as { receipt?: unknown } | undefined)?.receipt;
  return {
    ...rest,
    state: 'waiting',
    attempts: 0,
    serverErrors: 0,
    filesGone: 0,
    retryAt: 0,
    retryFrom: 0,
    maybeSent: true,
    ...(wasId !== undefined && { wasId }),
    ...(typeof receipt === 'string' && { receipt }),
  };
}

/**
 * Lost entries as they go out again: of each record in the order in which they were made, before what still waits about
 * it.
 */
function resendPlan(lost: readonly Entry[], open: readonly Entry[]): Entry[] {
  const last = new Map<string, string>();
  const put: Entry[] = [];
  for (const entry of [...lost.map(again), ...open].sort((a, b) => a.seq - b.seq)) {
    const isLost = lost.some(({ id }) => id === entry.id);
    const about = [entry.wasId, entry.record.id, ...(entry.record.ids ?? [])].filter((id) => id !== undefined);
    const before = about.map((id) => last.get(id)).find((id) => id !== undefined);
    const follows = before !== undefined && entry.after === undefined;
    if (isLost || follows) put.push(follows ? { ...entry, after: before } : entry);
    if (isLost || follows) for (const id of about) last.set(id, entry.id);
  }
  return put;
}

async function unknownOf(
  env: OutboxEnv,
  owner: string,
  token: string,
  keys: readonly string[],
): Promise<Set<string> | null> {
  const unknown = new Set(keys);
  for (let from = 0; from < keys.length; from += MAX_ASKED_KEYS) {
    const answer = await askServer(
      env,
      owner,
      knownKeys,
      { keys: keys.slice(from, from + MAX_ASKED_KEYS).join('|') },
      token,
    );
    const parsed = knownKeys.answer.safeParse(answer);
    if (!parsed.success) return null;
    for (const key of parsed.data.data) unknown.delete(key);
  }
  return unknown;
}

/**
 * Asks the server which confirmed entries it still knows, and puts the others back into the queue. Answers how many, or
 * null when the server could not be asked: then it must be tried again.
 */
export async function resendLost(env: OutboxEnv, store: OutboxStore, owner: string): Promise<number | null> {
  const token = await env.token(owner);
  if (token === null) return null;
  const archived = await store.confirmed();
  const shown = (await store.view()).entries.filter((entry) => entry.state === 'done' && !entry.unreadable);
  const unknown = await unknownOf(
    env,
    owner,
    token,
    [...archived, ...shown].map(({ id }) => id),
  );
  if (unknown === null) return null;
  if (unknown.size === 0) return 0;
  const put = await store.update(({ entries }) => {
    const here = new Set(entries.map(({ id }) => id));
    const done = entries.filter((entry) => entry.state === 'done' && !entry.unreadable && unknown.has(entry.id));
    const back = archived.filter(({ id }) => unknown.has(id) && !here.has(id));
    const lost = [...back, ...done];
    if (lost.length === 0) return null;
    const plan = resendPlan(
      lost,
      entries.filter(({ state, unreadable }) => state !== 'done' && !unreadable),
    );
    return { put: plan, unarchive: back.map(({ id }) => id), result: lost.length };
  });
  return put ?? 0;
}
