import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import { MAX_WEBHOOKS } from '#contract/limits.ts';
import type { WebhooksTable } from '#server/platform/database/tables/webhookTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** Receivers of webhooks. */

export type WebhookRow = Selectable<WebhooksTable>;

export const allWebhooks = (db: Kysely<Tables>): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('created_at').orderBy('id').limit(MAX_WEBHOOKS).execute();

/** Those that are on; held against being ended until the transaction ends. */
export const openWebhooks = (tx: Kysely<Tables>): Promise<Pick<WebhookRow, 'id' | 'events'>[]> =>
  tx.selectFrom('webhooks').select(['id', 'events']).where('off', 'is', null).orderBy('id').forKeyShare().execute();

export const webhookById = (db: Kysely<Tables>, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();

/** A receiver, kept from everybody else's changes until the transaction ends. */
export const lockWebhook = (tx: Kysely<Tables>, id: string): Promise<WebhookRow | undefined> =>
  tx.selectFrom('webhooks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Lets one transaction at a time add a receiver, so that they are counted. */
export const holdWebhooks = (tx: Kysely<Tables>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('webhooks', 0))`.execute(tx);

export const insertWebhook = (tx: Kysely<Tables>, row: Insertable<WebhooksTable>): Promise<WebhookRow> =>
  tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow();

export const writeWebhook = (
  tx: Kysely<Tables>,
  id: string,
  changes: Partial<Insertable<WebhooksTable>>,
): Promise<WebhookRow> =>
  tx.updateTable('webhooks').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Removes a receiver with what is on its way to it. */
export const removeWebhook = (tx: Kysely<Tables>, id: string): Promise<unknown> =>
  tx.deleteFrom('webhooks').where('id', '=', id).execute();

/** The receivers that something is due for. Asked every second. */
export const dueWebhooks = async (db: Kysely<Tables>, now: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`select w.id from webhooks w where w.off is null and w.paused_until <= ${now}
      and exists (select from webhook_deliveries d
        where d.webhook_id = w.id and d.state = 'WAITING' and d.due_at <= ${now})`.execute(db)
  ).rows.map(({ id }) => id);

/** A receiver has taken something: it is well again. Written at most once a second, or where it was not well. */
export const noteSuccess = (db: Kysely<Tables>, id: string, now: number): Promise<unknown> =>
  sql`update webhooks set failures = 0, failing_since = null, paused_until = 0, last_success_at = ${now}
    where id = ${id} and (failures > 0 or last_success_at is null or last_success_at < ${now - 1_000})`.execute(db);

/** Receivers that were switched off since then, though not by an admin. */
export const switchedOffSince = (db: Kysely<Tables>, since: number): Promise<Pick<WebhookRow, 'url' | 'off'>[]> =>
  db
    .selectFrom('webhooks')
    .select(['url', 'off'])
    .where('off', 'in', ['GONE', 'FAILING'])
    .where('off_at', '>=', since)
    .orderBy('url')
    .execute();
