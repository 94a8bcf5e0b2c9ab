import { sql, type Insertable, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** Legal holds (RET-2, RET-6). */

export type HoldRow = Selectable<Tables['legal_holds']>;

/** Is one of these people, records or contacts held? `ids`: columns, with commas between. */
export const isHeld = (ids: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from legal_holds h where h.lifted_at is null and h.subject_id in (${ids}))`;

/** Key of the lock that lets holds be set between two batches of an erasure, and none be passed over. */
const LOCK = 0x401d;
export const lockHolds = (tx: Kysely<Tables>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);

export const insertHold = (tx: Kysely<Tables>, hold: Insertable<Tables['legal_holds']>): Promise<unknown> =>
  tx.insertInto('legal_holds').values(hold).execute();

export const lockHold = (tx: Kysely<Tables>, id: string): Promise<HoldRow | undefined> =>
  tx.selectFrom('legal_holds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const liftHold = (
  tx: Kysely<Tables>,
  { id, ...lifted }: Pick<HoldRow, 'id' | 'lifted_by' | 'lifted_at' | 'lift_reason' | 'version'>,
): Promise<unknown> => tx.updateTable('legal_holds').set(lifted).where('id', '=', id).execute();

export interface NamedHold extends HoldRow {
  set_by_name: string;
  lifted_by_name: string | null;
  /** Whose: the person or contact held, or the owner of the record; null: gone. */
  subject_name: string | null;
}

/** Holds on a person or a record, or the newest of all; those that hold first. */
export async function holdsOn(db: Kysely<Tables>, subjectId: string | null, most: number): Promise<NamedHold[]> {
  const { rows } = await sql<NamedHold>`
    select h.*, s.name as set_by_name, l.name as lifted_by_name, coalesce(p.name, o.name, d.name) as subject_name
    from legal_holds h join people s on s.id = h.set_by left join people l on l.id = h.lifted_by
    left join people p on p.id = h.subject_id
    left join claims c on c.id = h.subject_id left join trips t on t.id = h.subject_id
    left join people o on o.id = coalesce(c.owner_id, t.owner_id)
    left join contact_details d on h.subject_kind = 'contact' and d.external_id = h.subject_id
    ${subjectId === null ? sql`` : sql`where h.subject_id = ${subjectId}`}
    order by (h.lifted_at is not null), h.set_at desc, h.id desc limit ${most}`.execute(db);
  return rows;
}

/** Is this the id of a contact, as reports of campaigns have it? */
export const isContact = async (tx: Kysely<Tables>, id: string): Promise<boolean> =>
  (await tx.selectFrom('contact_details').select('contact_id').where('external_id', '=', id).executeTakeFirst()) !==
  undefined;

export async function countLiving(tx: Kysely<Tables>, subjectId: string): Promise<number> {
  const row = await tx
    .selectFrom('legal_holds')
    .select(({ fn }) => fn.countAll().as('rows'))
    .where('subject_id', '=', subjectId)
    .where('lifted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}
