import { sql, type Kysely, type Selectable } from 'kysely';
import type { PushDevice } from '#contract/notification.ts';
import type { PushSubscriptionsTable } from '#server/platform/database/tables/notificationTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type SubscriptionRow = Selectable<PushSubscriptionsTable>;

/** Of one person; the oldest goes when there are more. */
const MAX_DEVICES = 20;

/**
 * Says that there is something to push to these people's devices, from a moment on. One that waits longer after a
 * failure waits on.
 */
export async function wakeDevices(tx: Kysely<Tables>, people: readonly string[], at: number): Promise<void> {
  if (people.length === 0) return;
  await sql`update push_subscriptions set due_at = ${at}
    where person_id = any(${people}::text[]) and (due_at is null or (due_at > ${at} and failures = 0))`.execute(tx);
}

/** Takes a device in. An address that somebody else had on this device is this person's from now on. */
export async function subscribe(
  tx: Kysely<Tables>,
  owner: { personId: string; sessionHash: string; deviceId: string | null },
  { endpoint, keys }: PushDevice,
  now: number,
): Promise<void> {
  const columns = {
    person_id: owner.personId,
    session_hash: owner.sessionHash,
    device_id: owner.deviceId,
    p256dh: keys.p256dh,
    auth: keys.auth,
    created_at: now,
    failures: 0,
    due_at: null,
  };
  await tx
    .insertInto('push_subscriptions')
    .values({ endpoint, ...columns })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(columns))
    .execute();
  await sql`delete from push_subscriptions
    where endpoint in (select endpoint from push_subscriptions where person_id = ${owner.personId}
      order by created_at desc, endpoint offset ${sql.lit(MAX_DEVICES)})`.execute(tx);
}

export const unsubscribe = (tx: Kysely<Tables>, personId: string, endpoint: string): Promise<unknown> =>
  tx.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('person_id', '=', personId).execute();

export const dropSubscription = (db: Kysely<Tables>, endpoint: string): Promise<unknown> =>
  db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute();

/**
 * Devices whose session has ended get nothing: a person who signed out, here or elsewhere, gets no pushes (NOTE-11).
 */
export const dropEnded = (db: Kysely<Tables>): Promise<unknown> =>
  sql`delete from push_subscriptions p where p.due_at is not null and not exists (
    select 1 from sessions s join people q on q.id = s.person_id
    where s.token_hash = p.session_hash and s.person_id = p.person_id and s.ended_at is null
    and not q.disabled)`.execute(db);

/**
 * Takes the next devices that are due, until `until`: other processes pass them over, and one that dies is taken over
 * then.
 */
export async function takeDue(
  db: Kysely<Tables>,
  now: number,
  until: number,
  limit: number,
): Promise<SubscriptionRow[]> {
  return (
    await sql<SubscriptionRow>`
    update push_subscriptions set due_at = ${until} where endpoint in (
      select endpoint from push_subscriptions where due_at <= ${now} order by due_at limit ${sql.lit(limit)}
      for update skip locked)
    returning *`.execute(db)
  ).rows;
}

/**
 * Stores the result of a push: the next one is due at that time, or when there is something new. Newer notifications
 * are due already, and stay so.
 */
export const settlePush = (
  db: Kysely<Tables>,
  row: SubscriptionRow,
  failures: number,
  dueAt: number | null,
): Promise<unknown> =>
  db
    .updateTable('push_subscriptions')
    .set({ due_at: dueAt, failures })
    .where('endpoint', '=', row.endpoint)
    .where('due_at', '=', row.due_at)
    .execute();

export const isAnyDue = async (db: Kysely<Tables>, now: number): Promise<boolean> =>
  (await db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst()) !== undefined;
