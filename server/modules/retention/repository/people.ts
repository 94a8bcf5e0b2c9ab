import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Found, Wanted } from './found.ts';
import { isHeld } from './holds.ts';

/** What is kept of people beside their records: devices, notifications, what the log says of their use (RET-1). */

const dayIn = (moment: ReturnType<typeof sql.ref>, timeZone: string) =>
  sql`to_char(to_timestamp(${moment} / 1000.0) at time zone ${timeZone}, 'YYYY-MM-DD')`;

/** Tables of which each row is one person's and is removed whole. */
const OWN = {
  DEVICES: { table: 'sessions', id: 'token_hash', at: 'last_used_at' },
  NOTIFICATIONS: { table: 'notifications', id: 'id', at: 'updated_at' },
} as const;
export type OwnKind = keyof typeof OWN;

/** Sessions by their last use, notifications by their last change. */
export async function pastOwn(db: Kysely<Tables>, kind: OwnKind, wanted: Wanted): Promise<Found[]> {
  const { table, id, at } = OWN[kind];
  const { before, person, only, most, timeZone } = wanted;
  const { rows } = await sql<Found>`
    select r.${sql.ref(id)} as id, ${dayIn(sql.ref(`r.${at}`), timeZone)} as day, null as open,
      ${isHeld(sql`r.person_id`)} as held
    from ${sql.table(table)} r
    where ${person === undefined ? sql`r.${sql.ref(at)} < ${before.at}` : sql`r.person_id = ${person}`}
      ${only ? sql`and r.${sql.ref(id)} = any(${[...only]}::text[])` : sql``}
    order by r.${sql.ref(at)}, 1 limit ${most}`.execute(db);
  return rows;
}

export async function countYoungOwn(
  db: Kysely<Tables>,
  kind: OwnKind,
  { before }: Pick<Wanted, 'before'>,
): Promise<number> {
  const { table, at } = OWN[kind];
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}
    where ${sql.ref(at)} >= ${before.at}`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** Removes them; with a session the pushes that it wanted. */
export async function removeOwn(tx: Kysely<Tables>, kind: OwnKind, ids: readonly string[]): Promise<void> {
  const { table, id } = OWN[kind];
  const these = sql`any(${[...ids]}::text[])`;
  if (kind === 'DEVICES') await sql`delete from push_subscriptions where session_hash = ${these}`.execute(tx);
  await sql`delete from ${sql.table(table)} where ${sql.ref(id)} = ${these}`.execute(tx);
}

/** Kinds of record under which the log says how people used the product, and not what they did with records. */
const USE = ['session', 'refusal', 'view', 'export'];
const SAYS = sql`(a.before is not null or a.after is not null or a.origin <> '')`;

/** Rows of the log that say how somebody used the product, from where. */
export async function pastLog(db: Kysely<Tables>, wanted: Wanted): Promise<Found[]> {
  const { before, only, most, timeZone } = wanted;
  const { rows } = await sql<Found>`
    select a.id::text as id, ${dayIn(sql.ref('a.at'), timeZone)} as day, null as open,
      ${isHeld(sql`a.actor_id, a.on_behalf_of, a.record_id`)} as held
    from audit_log a where a.record_kind = any(${USE}) and a.at < ${before.at} and ${SAYS}
      ${only ? sql`and a.id = any(${[...only]}::bigint[])` : sql``}
    order by a.at, a.id limit ${most}`.execute(db);
  return rows;
}

export async function countYoungLog(db: Kysely<Tables>, { before }: Pick<Wanted, 'before'>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from audit_log a
    where a.record_kind = any(${USE}) and a.at >= ${before.at} and ${SAYS}`.execute(db);
  return rows[0]?.rows ?? 0;
}

const LAST = sql`greatest(k.last_active_on, k.last_targeted_on, d.taken_in_on)`;

/** Contacts by the newest day that is known of them: active, targeted or taken in. */
export async function pastContacts(db: Kysely<Tables>, wanted: Wanted): Promise<Found[]> {
  const { before, only, most } = wanted;
  const { rows } = await sql<Found>`
    select k.id::text as id, to_char(${LAST}, 'YYYY-MM-DD') as day, null as open,
      ${isHeld(sql`d.external_id`)} as held
    from contacts k join contact_details d on d.contact_id = k.id
    where ${LAST} < ${before.day}::date ${only ? sql`and k.id = any(${[...only]}::integer[])` : sql``}
    order by 2, k.id limit ${most}`.execute(db);
  return rows;
}

export async function countYoungContacts(db: Kysely<Tables>, { before }: Pick<Wanted, 'before'>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows
    from contacts k join contact_details d on d.contact_id = k.id where ${LAST} >= ${before.day}::date`.execute(db);
  return rows[0]?.rows ?? 0;
}

export async function removeContacts(tx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await sql`delete from contacts where id = any(${[...ids]}::integer[])`.execute(tx);
}
