import type { Generated } from 'kysely';
import type { WebhookEvent, WEBHOOK_OFF } from '#contract/webhook.ts';
import type { Millis } from '../units.ts';

/** Rows of webhooks: receivers, changes that have to be told, events and their way to each receiver. */

export interface WebhooksTable {
  id: string;
  url: string;
  events: WebhookEvent[];
  /** Why nothing is sent to it; null: it is on. */
  off: (typeof WEBHOOK_OFF)[number] | null;
  off_at: Millis | null;
  /** In a row. */
  failures: Generated<number>;
  /** Since when nothing has succeeded; null: nothing has failed since. */
  failing_since: Millis | null;
  paused_until: Generated<Millis>;
  last_success_at: Millis | null;
  last_failure_at: Millis | null;
  /** A name of `post.ts`. */
  last_failure: string | null;
  version: Generated<number>;
  created_at: Millis;
  updated_at: Millis;
}

/** Rows of the audit log that are not written down as events yet; kept by a trigger (migration 0058). */
interface WebhookChangesTable {
  audit_id: number;
  event_id: Generated<string>;
}

interface WebhookEventsTable {
  id: string;
  type: WebhookEvent;
  /** As it is sent, to each receiver and each time. */
  body: string;
  created_at: Millis;
}

interface WebhookDeliveriesTable {
  webhook_id: string;
  event_id: string;
  state: Generated<'WAITING' | 'SENT' | 'FAILED'>;
  attempts: Generated<number>;
  /** When it is sent next. While a process sends, the moment at which another one may take over. */
  due_at: Millis;
  /** When it is given up. */
  until: Millis;
  reason: string | null;
  settled_at: Millis | null;
}

export interface WebhookTables {
  webhooks: WebhooksTable;
  webhook_changes: WebhookChangesTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
