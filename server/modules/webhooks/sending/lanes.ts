import type { Kysely } from 'kysely';
import { WEBHOOK_TRIED_FOR } from '#domain/webhook.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { eventOf } from '../payload.ts';
import { hasChanges, takeChanges, writeEvents } from '../repository/changes.ts';
import { dueWebhooks, openWebhooks } from '../repository/webhooks.ts';
import { sendNext, type SendInput } from './send.ts';

/** Small, so that the one session of an embedded database is not held for long. */
const BATCH = 200;

/**
 * Writes the next changes down as events, for each receiver that wants them; answers how many changes. Both commit
 * together, so each change is written down exactly once (HOOK-1).
 */
async function writeDown(db: Kysely<Tables>, { now, timeZone }: { now: number; timeZone: string }): Promise<number> {
  if (!(await hasChanges(db))) return 0;
  return transact(db, async (tx) => {
    const receivers = await openWebhooks(tx);
    const rows = await takeChanges(tx, BATCH);
    const events = rows.flatMap((row) => {
      const event = eventOf(row, timeZone);
      const to = receivers.flatMap(({ id, events: wanted }) => (event && wanted.includes(event.type) ? [id] : []));
      return event && to.length > 0 ? [{ id: row.event_id, ...event, to }] : [];
    });
    await writeEvents(tx, events, { now, until: now + WEBHOOK_TRIED_FOR });
    return rows.length;
  });
}

export interface Lanes {
  /** Writes changes down and lets every receiver that something is due for go on; answers whether there was more. */
  round(): Promise<boolean>;
  /** Until nothing is being sent. */
  idle(): Promise<void>;
}

/**
 * Each receiver is sent to in a lane of its own: one that hangs holds up nobody else (HOOK-6). Lanes end when
 * `signal` is aborted.
 */
export function openLanes(input: SendInput & { timeZone: string }): Lanes {
  const { db, clock, signal, log } = input;
  const lanes = new Map<string, Promise<void>>();
  const run = async (webhookId: string): Promise<void> => {
    try {
      while (signal?.aborted !== true && (await sendNext(input, webhookId)) > 0);
    } catch (error) {
      // The next round tries again; what was taken is due when its lease ends.
      log.info({ job: 'webhooks', kind: error instanceof Error ? error.name : typeof error }, 'webhooks stopped short');
    } finally {
      lanes.delete(webhookId);
    }
  };
  return {
    async round() {
      const written = await writeDown(db, { now: clock(), timeZone: input.timeZone });
      for (const id of await dueWebhooks(db, clock())) if (!lanes.has(id)) lanes.set(id, run(id));
      return written > 0;
    },
    async idle() {
      await Promise.all(lanes.values());
    },
  };
}
