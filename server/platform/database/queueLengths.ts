import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** How many pieces of work of each background job are due now. */
export async function queueLengths(db: Kysely<Tables>, now: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ job: string; due: number }>`
    select 'tell' as job, count(*) as due from untold_changes
    union all select 'push', count(*) from push_subscriptions where due_at <= ${now}
    union all select 'digest', count(*) from digests where state = 'due' and due_at <= ${now}
    union all select 'codes', count(*) from sign_in_requests where due_at <= ${now}
    union all select 'reports', count(*) from campaigns where status = 'PROCESSING'`.execute(db);
  return new Map(rows.map(({ job, due }) => [job, due]));
}
