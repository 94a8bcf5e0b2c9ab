import { sql, type Kysely } from 'kysely';
import type { WebhookEvent } from '#contract/webhook.ts';
import type { ToldKind } from '#domain/webhook.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** A change as the audit log has it, whose record it is, and the id of its event. */
export interface ChangeRow {
  event_id: string;
  record_id: string;
  record_kind: ToldKind;
  version: number;
  action: string;
  at: number;
  after: Record<string, unknown> | null;
  /** Of a claim. */
  claim_kind: 'localExpense' | 'travelExpense' | 'conveyance' | null;
  /** The owner of the record, or the person it is about. Null: there is none any more. */
  person_id: string | null;
  email: string;
  employee_code: string;
  disabled: boolean;
}

/** Whether there are changes to be told. Asked every second, so it reads one index entry. */
export const hasChanges = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('webhook_changes').select('audit_id').orderBy('audit_id').limit(1).executeTakeFirst()) !==
  undefined;

/** Takes the next changes for good, oldest first; other processes pass them over. */
export async function takeChanges(tx: Kysely<Tables>, most: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    with taken as (
      delete from webhook_changes where audit_id in (
        select audit_id from webhook_changes order by audit_id limit ${sql.lit(most)} for update skip locked)
      returning audit_id, event_id)
    select t.event_id, a.record_id, a.record_kind, a.version, a.action, a.at, a.after,
      case c.kind when 0 then 'localExpense' when 1 then 'conveyance' when 2 then 'travelExpense' end as claim_kind,
      p.id as person_id, p.email, p.employee_code, p.disabled
    from taken t join audit_log a on a.id = t.audit_id
    left join claims c on c.id = a.record_id and a.record_kind = 'claim'
    left join trips r on r.id = a.record_id and a.record_kind = 'trip'
    left join people p on p.id = case a.record_kind when 'claim' then c.owner_id when 'trip' then r.owner_id
      else coalesce(a.on_behalf_of, a.record_id) end
    order by a.id`.execute(tx);
  return rows;
}

/** An event as it is sent, and the receivers it goes to. */
export interface NewEvent {
  id: string;
  type: WebhookEvent;
  body: string;
  to: readonly string[];
}

/** Writes events and their way to each receiver. */
export async function writeEvents(
  tx: Kysely<Tables>,
  events: readonly NewEvent[],
  { now, until }: { now: number; until: number },
): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insertInto('webhook_events')
    .values(events.map(({ id, type, body }) => ({ id, type, body, created_at: now })))
    .execute();
  const deliveries = events.flatMap(({ id, to }) => to.map((webhook) => ({ webhook, id })));
  await sql`insert into webhook_deliveries (webhook_id, event_id, due_at, until)
    select d.webhook, d.id, ${now}, ${until}
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as d (webhook text, id text)`.execute(tx);
}
