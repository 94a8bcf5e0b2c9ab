import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Found, Wanted } from './found.ts';
import { isHeld } from './holds.ts';

/** Files that go with the last record that names them, and places in pictures (RET-1, docs/decisions/0004). */

/** A file to go; `size` 0 where its bytes went before. */
export interface GoingFile {
  hash: string;
  size: number;
}

/**
 * Files that these records name and nothing else: no other record, not the log for another one, nobody who uploaded
 * them a short while ago. With each picture goes its copy, unless something else has it.
 */
export async function filesOnlyOf(
  db: Kysely<Tables>,
  recordIds: readonly string[],
  youngFrom: number,
): Promise<GoingFile[]> {
  if (recordIds.length === 0) return [];
  const these = sql`any(${[...recordIds]}::text[])`;
  const elsewhere = (hash: ReturnType<typeof sql.ref>) => sql`
    exists (select 1 from claim_bills b where b.file_hash = ${hash} and not b.claim_id = ${these})
    or exists (select 1 from trip_tickets b where b.file_hash = ${hash} and not b.trip_id = ${these})
    or exists (select 1 from kept_files b where b.file_hash = ${hash} and not b.record_id = ${these})`;
  const { rows } = await sql<GoingFile>`
    with named as (
      select file_hash from claim_bills where claim_id = ${these}
      union select file_hash from trip_tickets where trip_id = ${these}
      union select file_hash from kept_files where record_id = ${these}),
    own as (
      select f.hash, f.shown_hash, case when f.place_erased_at is null then f.size else 0 end as size
      from files f join named n on n.file_hash = f.hash
      where f.created_at < ${youngFrom} and not (${elsewhere(sql.ref('f.hash'))})
        and not exists (select 1 from files p where p.shown_hash = f.hash and p.hash <> f.hash
          and not exists (select 1 from named n where n.file_hash = p.hash)))
    select hash, size from own
    union
    select c.hash, c.size from files c
    where c.hash in (select o.shown_hash from own o where o.shown_hash <> o.hash) and c.created_at < ${youngFrom}
      and not (${elsewhere(sql.ref('c.hash'))})
      and not exists (select 1 from named n where n.file_hash = c.hash)
      and not exists (select 1 from files p where p.shown_hash = c.hash and p.hash <> c.hash
        and not exists (select 1 from own o where o.hash = p.hash))
    order by hash`.execute(db);
  return rows;
}

/** Forgets these files and who uploaded them. */
export const forgetFiles = (tx: Kysely<Tables>, hashes: readonly string[]): Promise<unknown> =>
  sql`delete from files where hash = any(${[...hashes]}::text[])`.execute(tx);

/** Locks files until the transaction ends: who uploads the same content meanwhile waits. */
export const lockFiles = (tx: Kysely<Tables>, hashes: readonly string[]): Promise<unknown> =>
  sql`select 1 from files where hash = any(${[...hashes]}::text[]) order by hash for update`.execute(tx);

const PICTURE = sql`f.shown_hash is not null and f.shown_hash <> f.hash and f.place_erased_at is null`;

/**
 * Pictures whose original is there, with the place in it; of a person those that they uploaded. On a claim that its
 * owner may still change the original is needed.
 */
export async function pastPlaces(db: Kysely<Tables>, wanted: Wanted): Promise<Found[]> {
  const { before, person, only, most, timeZone } = wanted;
  const { rows } = await sql<Found>`
    select f.hash as id, to_char(to_timestamp(f.created_at / 1000.0) at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      case when exists (select 1 from claim_bills b join claims c on c.id = b.claim_id
        where b.file_hash = f.hash and c.manager_status = 'MANAGER_PENDING' and c.withdrawn_at is null)
        then 'UNDECIDED' end as open, (
        exists (select 1 from file_owners o where o.file_hash = f.hash and ${isHeld(sql`o.person_id`)})
        or exists (select 1 from claim_bills b join claims c on c.id = b.claim_id
          where b.file_hash = f.hash and ${isHeld(sql`c.id, c.trip_id, c.owner_id`)})
        or exists (select 1 from trip_tickets b join trips t on t.id = b.trip_id
          where b.file_hash = f.hash and ${isHeld(sql`t.id, t.owner_id`)})
        or exists (select 1 from kept_files b where b.file_hash = f.hash and ${isHeld(sql`b.record_id`)})) as held
    from files f where ${PICTURE}
      and ${
        person === undefined
          ? sql`f.created_at < ${before.at}`
          : sql`exists (select 1 from file_owners o where o.file_hash = f.hash and o.person_id = ${person})`
      }
      ${only ? sql`and f.hash = any(${[...only]}::text[])` : sql``}
    order by f.created_at, f.hash limit ${most}`.execute(db);
  return rows;
}

export async function countYoungPlaces(db: Kysely<Tables>, { before }: Pick<Wanted, 'before'>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from files f
    where ${PICTURE} and f.created_at >= ${before.at}`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** The originals of these pictures. */
export const originals = (db: Kysely<Tables>, hashes: readonly string[]): Promise<GoingFile[]> =>
  db
    .selectFrom('files')
    .select(['hash', 'size'])
    .where(sql<boolean>`hash = any(${[...hashes]}::text[])`)
    .orderBy('hash')
    .execute();

/** Notes that the originals of these pictures are gone; the copies without a place stay. */
export async function notePlacesErased(tx: Kysely<Tables>, hashes: readonly string[], now: number): Promise<void> {
  await sql`update files set place_erased_at = ${now} where hash = any(${[...hashes]}::text[])`.execute(tx);
}
