import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import { Refusal } from '#server/errors.ts';
import { countWithin, type Quota } from '#server/repositories/limits.ts';
import type { Context } from './context.ts';

/** What is counted by the day: requests of one's own, and questions about those of others. */
export type Counted = 'requests' | 'questions';

const DONE: Readonly<Record<Counted, string>> = { requests: 'filed', questions: 'asked' };

/** How many one person may make today (S3); null for what a restored database lost and its phone sends again: it was counted once (TM-5). */
export const quotaOf = ({ actor, services, today, lostBefore }: Context, what: Counted): Quota | null =>
  lostBefore ? null : { bucket: `${what}:${actor.id}:${today}`, most: services.env.creationsPerDay };

/** Today there can be no more. The device keeps what was refused, and its owner sends it again. */
export const dayIsFull = ({ services }: Context, what: Counted): Refusal =>
  new Refusal('CREATION_ALLOWANCE', `You have ${DONE[what]} ${services.env.creationsPerDay} ${what} today, the most there can be in a day. This one is kept on your device: send it again tomorrow.`);

/** Counts one that a transaction makes, or refuses it; the refusal undoes both. */
export async function demandQuota(tx: Kysely<Tables>, context: Context, what: Counted): Promise<void> {
  const quota = quotaOf(context, what);
  if (quota && !(await countWithin(tx, quota, context.now))) throw dayIsFull(context, what);
}
