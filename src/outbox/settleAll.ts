import type { Entry } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import type { Outcome } from './outcome.ts';
import { lastTurn } from './order.ts';
import type { OutboxParts } from './parts.ts';
import { settle, type Change } from './settle.ts';
import { changed, holds, type Taken } from './take.ts';

interface SettledAll {
  /** What to commit; null: all of them belong to attempts that are over. */
  settled: Change | null;
  /** Outcomes of each kind that counted. */
  sent: number;
  refused: number;
  /** Entries that this made known as sent. */
  arrived: number;
}

/**
 * What attempts that were made beside each other came to, as one change: each is settled on what the one before it
 * left. `sentBefore`: how many entries this outbox has sent so far. Pure, but for the dice.
 */
export function settleAll(
  { env, parts }: { env: Pick<OutboxEnv, 'now' | 'random'>; parts: OutboxParts },
  entries: readonly Entry[],
  sentBefore: number,
  attempts: readonly { taken: Taken; outcome: Outcome }[],
): SettledAll {
  const tally = { sent: 0, refused: 0, arrived: 0 };
  const put = new Map<string, Entry>();
  const remove: string[] = [];
  let all = entries;
  let isSettled = false;
  for (const { taken, outcome } of attempts) {
    const entry = all.find(({ id }) => id === taken.entry.id);
    // A late final answer always counts; any other late result belongs to an attempt that is already over.
    if (!entry || (outcome.kind !== 'sent' && !holds(entry, taken.lease))) continue;
    isSettled = true;
    const retry = { random: env.random(), sent: sentBefore + tally.arrived, turn: lastTurn(all) };
    const change = settle(all, entry, outcome, env.now(), retry, parts.next);
    if (outcome.kind === 'sent') tally.sent += 1;
    if (outcome.kind === 'refused') tally.refused += 1;
    if (entry.state !== 'done' && change.put.some(({ id, state }) => id === entry.id && state === 'done'))
      tally.arrived += 1;
    all = changed(all, change);
    for (const each of change.put) put.set(each.id, each);
    for (const id of change.remove) put.delete(id);
    remove.push(...change.remove);
  }
  return { settled: isSettled ? { put: [...put.values()], remove } : null, ...tally };
}
