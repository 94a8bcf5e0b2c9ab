import type { Kysely } from 'kysely';
import { nextWebhookAttempt, webhookPause, WEBHOOK_FAILURES, WEBHOOK_TRIED_FOR } from '#domain/webhook.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { SecretsKey } from '#server/platform/settings/secretVariables.ts';
import { settleDelivery, takeDeliveries, type TakenDelivery } from '../repository/deliveries.ts';
import { lockWebhook, noteSuccess, webhookById, writeWebhook, type WebhookRow } from '../repository/webhooks.ts';
import { switchOff } from '../switchOff.ts';
import { post, type Outcome, type PostOptions } from './post.ts';
import { secretsOf } from './secrets.ts';

export interface SendInput extends PostOptions {
  db: Kysely<Tables>;
  /** Epoch milliseconds. */
  clock: () => number;
  secretsKeys: readonly SecretsKey[];
  log: { info(fields: object, message: string): void };
}

/** To one receiver side by side. */
const AT_ONCE = 5;
/** Lease of a row that one process sends: longer than any attempt takes. */
const TURN = 60_000;

/** Notes a failure of a receiver, and switches it off where it was the last one that is borne. */
function noteFailure(
  { db }: SendInput,
  row: TakenDelivery,
  outcome: Exclude<Outcome, { is: 'taken' | 'stopped' }>,
  now: number,
): Promise<void> {
  const { reason } = outcome;
  return transact(db, async (tx) => {
    // The receiver first, as its admins do.
    const webhook = await lockWebhook(tx, row.webhook_id);
    if (!webhook) return;
    const retryAfter = outcome.is === 'failed' ? outcome.retryAfter : null;
    const next = nextWebhookAttempt(row, { now, retryAfter });
    const state = next === null ? 'FAILED' : 'WAITING';
    await settleDelivery(tx, row, { state, dueAt: next ?? now, reason, now });
    const failures = webhook.failures + 1;
    const since = webhook.failing_since ?? now;
    const after = await writeWebhook(tx, webhook.id, {
      failures,
      failing_since: since,
      paused_until: now + webhookPause(failures),
      last_failure_at: now,
      last_failure: reason,
    });
    if (webhook.off !== null) return;
    if (outcome.is === 'gone') await switchOff(tx, after, 'GONE', now);
    else if (now - since >= WEBHOOK_TRIED_FOR) await switchOff(tx, after, 'FAILING', now);
  });
}

async function sendOne(input: SendInput, { url }: WebhookRow, secrets: readonly string[], row: TakenDelivery) {
  const { db, clock, log } = input;
  const outcome = await post({ url, id: row.event_id, body: row.body, secrets, now: clock() }, input);
  // Its lease ends, and then it is sent again.
  if (outcome.is === 'stopped') return;
  const now = clock();
  if (outcome.is === 'taken') {
    await settleDelivery(db, row, { state: 'SENT', dueAt: now, reason: null, now });
    await noteSuccess(db, row.webhook_id, now);
    return;
  }
  const { reason } = outcome;
  log.info({ job: 'webhooks', webhook: row.webhook_id, reason, attempts: row.attempts }, 'webhook not taken');
  await noteFailure(input, row, outcome, now);
}

/**
 * Sends a receiver what is due, a few side by side, or a single one while it keeps failing (HOOK-5, HOOK-6). Answers
 * how many were tried. No transaction is held meanwhile.
 */
export async function sendNext(input: SendInput, webhookId: string): Promise<number> {
  const { db, clock, secretsKeys } = input;
  const now = clock();
  const webhook = await webhookById(db, webhookId);
  if (!webhook || webhook.off !== null || webhook.paused_until > now) return 0;
  const most = webhook.failures >= WEBHOOK_FAILURES ? 1 : AT_ONCE;
  const rows = await takeDeliveries(db, webhookId, { now, lease: now + TURN, most });
  if (rows.length === 0) return 0;
  const secrets = await secretsOf({ db, keys: secretsKeys }, webhookId, now);
  await Promise.all(rows.map((row) => sendOne(input, webhook, secrets, row)));
  return rows.length;
}
