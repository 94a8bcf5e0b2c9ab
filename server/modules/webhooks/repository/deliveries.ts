import { sql, type Kysely } from 'kysely';
import type { WebhookEvent } from '#contract/webhook.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** Events on their way to receivers. */

/** One that a process has taken to send it. */
export interface TakenDelivery {
  webhook_id: string;
  event_id: string;
  attempts: number;
  until: number;
  /** Its lease: whoever settles it says so, since another process may have taken it over. */
  due_at: number;
  body: string;
}

/** Takes the next of a receiver until `lease`: other processes pass them over, one that dies is taken over then. */
export async function takeDeliveries(
  db: Kysely<Tables>,
  webhookId: string,
  { now, lease, most }: { now: number; lease: number; most: number },
): Promise<TakenDelivery[]> {
  const { rows } = await sql<TakenDelivery>`
    update webhook_deliveries d set due_at = ${lease}, attempts = d.attempts + 1
    from webhook_events e
    where e.id = d.event_id and d.webhook_id = ${webhookId} and d.event_id in (
      select event_id from webhook_deliveries
      where webhook_id = ${webhookId} and state = 'WAITING' and due_at <= ${now}
      order by due_at, event_id limit ${sql.lit(most)} for update skip locked)
    returning d.webhook_id, d.event_id, d.attempts, d.until, d.due_at, e.body`.execute(db);
  return rows;
}

interface Settled {
  state: 'WAITING' | 'SENT' | 'FAILED';
  dueAt: number;
  reason: string | null;
  now: number;
}

/** Notes how an attempt went, unless somebody else has taken it over meanwhile. */
export const settleDelivery = (
  db: Kysely<Tables>,
  { webhook_id, event_id, due_at }: TakenDelivery,
  { state, dueAt, reason, now }: Settled,
): Promise<unknown> =>
  db
    .updateTable('webhook_deliveries')
    .set({ state, due_at: dueAt, reason, settled_at: state === 'WAITING' ? null : now })
    .where('webhook_id', '=', webhook_id)
    .where('event_id', '=', event_id)
    .where('state', '=', 'WAITING')
    .where('due_at', '=', due_at)
    .execute();

/** Nothing is sent to a receiver any more: what waits for it has failed. */
export const failWaiting = (tx: Kysely<Tables>, webhookId: string, reason: string, now: number): Promise<unknown> =>
  sql`update webhook_deliveries set state = 'FAILED', reason = coalesce(reason, ${reason}), settled_at = ${now}
    where webhook_id = ${webhookId} and state = 'WAITING'`.execute(tx);

/** Sends failed ones once more, those of these ids or all (null); answers how many. */
export async function revive(
  tx: Kysely<Tables>,
  webhookId: string,
  { eventIds, now, until }: { eventIds: readonly string[] | null; now: number; until: number },
): Promise<number> {
  const failed = tx
    .updateTable('webhook_deliveries')
    .set({ state: 'WAITING', attempts: 0, due_at: now, until, settled_at: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'FAILED');
  const named = eventIds === null ? failed : failed.where('event_id', 'in', [...eventIds, '']);
  return Number((await named.executeTakeFirst()).numUpdatedRows);
}

/** How many wait and how many have failed, by receiver. */
export async function countDeliveries(db: Kysely<Tables>): Promise<Map<string, { waiting: number; failed: number }>> {
  const { rows } = await sql<{ webhook_id: string; waiting: number; failed: number }>`
    select webhook_id, count(*) filter (where state = 'WAITING')::int as waiting,
      count(*) filter (where state = 'FAILED')::int as failed
    from webhook_deliveries where state in ('WAITING', 'FAILED') group by webhook_id`.execute(db);
  return new Map(rows.map(({ webhook_id, waiting, failed }) => [webhook_id, { waiting, failed }]));
}

export interface DeliveryRow {
  event_id: string;
  type: WebhookEvent;
  created_at: number;
  state: 'WAITING' | 'FAILED';
  attempts: number;
  reason: string | null;
  due_at: number;
}

/** What a receiver has not taken: failed ones first, then those that failed at least once, the newest first. */
export async function openDeliveries(db: Kysely<Tables>, webhookId: string, most: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select d.event_id, e.type, e.created_at, d.state, d.attempts, d.reason, d.due_at
    from webhook_deliveries d join webhook_events e on e.id = d.event_id
    where d.webhook_id = ${webhookId} and (d.state = 'FAILED' or (d.state = 'WAITING' and d.reason is not null))
    order by d.state, e.created_at desc, d.event_id limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** Forgets what was sent, or failed, before `before`, and events that go nowhere any more. Answers how many. */
export async function forgetDeliveries(db: Kysely<Tables>, before: number): Promise<number> {
  const gone = await db.deleteFrom('webhook_deliveries').where('settled_at', '<', before).executeTakeFirst();
  await sql`delete from webhook_events e where e.created_at < ${before}
    and not exists (select from webhook_deliveries d where d.event_id = e.id)`.execute(db);
  return Number(gone.numDeletedRows);
}
