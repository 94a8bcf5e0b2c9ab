import type { Kysely } from 'kysely';
import { MAX_WEBHOOKS, MAX_WEBHOOK_DELIVERIES } from '#contract/limits.ts';
import {
  webhookAgainBody,
  type Webhook,
  type WebhookBody,
  type WebhookDelivery,
  type webhookTrial,
} from '#contract/webhook.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { parseWebhook, WEBHOOK_TRIED_FOR } from '#domain/webhook.ts';
import { invalidRequest, malformed, movedOn, notFound, Refusal } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { secretStoreOf } from '#server/platform/http/services.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type * as z from 'zod/mini';
import { auditWebhook } from './audit.ts';
import * as deliveries from './repository/deliveries.ts';
import * as stored from './repository/webhooks.ts';
import type { WebhookRow } from './repository/webhooks.ts';
import { post, reasonWords } from './sending/post.ts';
import { forgetSecrets, makeSecret, secretsOf } from './sending/secrets.ts';

/** What organisation admins do with receivers of webhooks (HOOK-8). */

type Counts = { waiting: number; failed: number };
const NOTHING: Counts = { waiting: 0, failed: 0 };

const answerOf = (row: WebhookRow, { waiting, failed }: Counts): Webhook => ({
  webhookId: row.id,
  url: row.url,
  events: row.events,
  off: row.off,
  waiting,
  failed,
  lastSuccessAt: row.last_success_at,
  lastFailureAt: row.last_failure_at,
  lastFailure: row.last_failure === null ? null : reasonWords(row.last_failure),
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const answerNow = async (db: Kysely<Tables>, row: WebhookRow): Promise<Webhook> =>
  answerOf(row, (await deliveries.countDeliveries(db)).get(row.id) ?? NOTHING);

/** What the log keeps of a receiver: never its secrets. */
const logged = ({ url, events, off }: WebhookRow): Record<string, unknown> => ({ url, events, enabled: off === null });

function parseBody({ env }: Context['services'], body: unknown): WebhookBody {
  const read = parseWebhook(body);
  if (!read.ok) throw invalidRequest(read.message, read.errors);
  if (!env.webhooksPrivate && !read.value.url.startsWith('https:')) {
    const message = 'The address must begin with https://';
    throw invalidRequest(message, { url: message });
  }
  return read.value;
}

/** All receivers, and how each is doing. */
export async function listWebhooks({ services, actor }: Context): Promise<Webhook[]> {
  assertAllowed(mayManageOrganisation(actor));
  const { db } = services.database;
  const [rows, counts] = [await stored.allWebhooks(db), await deliveries.countDeliveries(db)];
  return rows.map((row) => answerOf(row, counts.get(row.id) ?? NOTHING));
}

/**
 * Adds a receiver. Unlike other changes it is not kept under the request's key: the answer holds the secret, which is
 * stored sealed alone.
 */
export async function createWebhook(context: Context, body: unknown): Promise<Webhook & { secret: string }> {
  const { services, actor, now } = context;
  assertAllowed(mayManageOrganisation(actor));
  const { url, events, enabled } = parseBody(services, body);
  const { database, env } = services;
  const made = await transact(database.db, async (tx) => {
    await stored.holdWebhooks(tx);
    if ((await stored.allWebhooks(tx)).length >= MAX_WEBHOOKS)
      throw new Refusal('CONFLICT', `There are ${MAX_WEBHOOKS} receivers already. Please end one first.`);
    const id = context.newId('WHK');
    const off = enabled ? null : 'ADMIN';
    const row = await stored.insertWebhook(tx, { id, url, events, off, created_at: now, updated_at: now });
    const secret = await makeSecret({ db: tx, keys: env.secretsKeys }, id, now);
    await auditWebhook(tx, context, row, { action: 'webhook-add', after: logged(row) });
    return { ...answerOf(row, NOTHING), secret };
  });
  await database.durable();
  return made;
}

async function locked({ actor }: Context, tx: Kysely<Tables>, id: string): Promise<WebhookRow> {
  assertAllowed(mayManageOrganisation(actor));
  const row = await stored.lockWebhook(tx, id);
  if (!row) throw notFound();
  return row;
}

function assertVersion({ ifMatch }: Context, row: WebhookRow): void {
  if (ifMatch !== null && ifMatch !== row.version)
    throw movedOn('VERSION_CONFLICT', { current: answerOf(row, NOTHING) });
}

/** Changes a receiver, or switches it on or off. One that is switched on starts as if nothing had failed. */
export function changeWebhook(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  const { services, now } = context;
  return change<WebhookRow>(context, request, {
    authorize: (tx) => locked(context, tx, id),
    execute: async (tx, before) => {
      assertVersion(context, before);
      const { url, events, enabled } = parseBody(services, request.body);
      const off = enabled ? null : (before.off ?? 'ADMIN');
      const row = await stored.writeWebhook(tx, id, {
        url,
        events,
        off,
        off_at: off === null ? null : (before.off_at ?? now),
        ...((off === null && before.off !== null) || url !== before.url
          ? { failures: 0, failing_since: null, paused_until: 0 }
          : {}),
        version: before.version + 1,
        updated_at: now,
      });
      if (off !== null) await deliveries.failWaiting(tx, id, 'off', now);
      await auditWebhook(tx, context, row, { action: 'webhook-change', before: logged(before), after: logged(row) });
      return { answer: { success: true, data: await answerNow(tx, row) }, recordId: id };
    },
  });
}

/** Ends a receiver, with its secrets and what is on its way to it. */
export function endWebhook(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return change<WebhookRow>(context, request, {
    authorize: (tx) => locked(context, tx, id),
    execute: async (tx, row) => {
      await forgetSecrets({ db: tx }, id);
      await stored.removeWebhook(tx, id);
      const gone = { id, version: row.version + 1 };
      await auditWebhook(tx, context, gone, { action: 'webhook-end', before: logged(row) });
      return { answer: { success: true, data: { webhookId: id } }, recordId: id };
    },
  });
}

/** Makes the next secret; like the first it is answered once. */
export async function rotateSecret(context: Context, id: string): Promise<Webhook & { secret: string }> {
  const { services, now } = context;
  const { database, env } = services;
  const made = await transact(database.db, async (tx) => {
    const before = await locked(context, tx, id);
    const secret = await makeSecret({ db: tx, keys: env.secretsKeys }, id, now);
    const row = await stored.writeWebhook(tx, id, { version: before.version + 1, updated_at: now });
    await auditWebhook(tx, context, row, { action: 'webhook-secret' });
    return { ...(await answerNow(tx, row)), secret };
  });
  await database.durable();
  return made;
}

/** Sends a receiver a trial at once and says how that went; it is tried once, whether the receiver is on or not. */
export async function tryWebhook(context: Context, id: string): Promise<z.infer<typeof webhookTrial>> {
  const { services, actor, now } = context;
  assertAllowed(mayManageOrganisation(actor));
  const row = await stored.webhookById(services.database.db, id);
  if (!row) throw notFound();
  const secrets = await secretsOf(secretStoreOf(services), id, now);
  const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date(now).toISOString(), data: {} });
  const posted = { url: row.url, id: newId('evt_test_', now), body, secrets, now };
  const outcome = await post(posted, { anywhere: services.env.webhooksPrivate });
  return outcome.is === 'taken'
    ? { ok: true, message: 'It has taken the test.' }
    : { ok: false, message: reasonWords(outcome.is === 'stopped' ? 'unreachable' : outcome.reason) };
}

/** What a receiver has not taken, and why. */
export async function listDeliveries({ services, actor }: Context, id: string): Promise<WebhookDelivery[]> {
  assertAllowed(mayManageOrganisation(actor));
  const { db } = services.database;
  if (!(await stored.webhookById(db, id))) throw notFound();
  return (await deliveries.openDeliveries(db, id, MAX_WEBHOOK_DELIVERIES)).map((row) => ({
    eventId: row.event_id,
    type: row.type,
    createdAt: row.created_at,
    state: row.state,
    attempts: row.attempts,
    reason: row.reason === null ? null : reasonWords(row.reason),
    dueAt: row.state === 'WAITING' ? row.due_at : null,
  }));
}

const SWITCH_ON = 'This receiver is switched off. Switch it on first.';

/** Sends failed events again, under their ids, for three days more. */
export function sendAgain(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  const { now } = context;
  return change<WebhookRow>(context, request, {
    authorize: (tx) => locked(context, tx, id),
    execute: async (tx, before) => {
      const read = webhookAgainBody.safeParse(request.body);
      if (!read.success) throw malformed('The body needs eventIds: a list, or null.', 'eventIds');
      if (before.off !== null) throw new Refusal('CONFLICT', SWITCH_ON);
      const { eventIds } = read.data;
      const again = await deliveries.revive(tx, id, { eventIds, now, until: now + WEBHOOK_TRIED_FOR });
      const row = await stored.writeWebhook(tx, id, { paused_until: 0, version: before.version + 1, updated_at: now });
      await auditWebhook(tx, context, row, { action: 'webhook-again', after: { events: again } });
      return { answer: { success: true, data: { again } }, recordId: id };
    },
  });
}
