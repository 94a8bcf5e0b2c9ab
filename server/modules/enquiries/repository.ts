import { MAX_HISTORY_ROWS } from '#contract/limits.ts';
import { sql, type Insertable, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { Role } from '#contract/enums.ts';
import { storedStatuses } from '#domain/status.ts';
import type { EnquiriesTable, Tables } from '#server/platform/database/tables.ts';
import { below } from '#server/modules/people/index.ts';
import { recordColumns, type RecordRow } from '#server/modules/records/index.ts';

/** An enquiry with the names around it and the record that it is about. */
export interface EnquiryRow extends Selectable<EnquiriesTable>, RecordRow {
  owner_email: string;
  owner_name: string;
  asker_email: string;
  asker_name: string;
  closer_name: string | null;
}

/** Makes EnquiryRows out of `e`, any relation with the columns of enquiries. */
const wide = (relation: RawBuilder<unknown>) => sql`
  select e.*, o.email as owner_email, o.name as owner_name, a.email as asker_email, a.name as asker_name,
    k.name as closer_name, ${recordColumns(sql`e.record_id`)}
  from ${relation} e join people o on o.id = e.owner_id join people a on a.id = e.asker_id
  left join people k on k.id = e.closed_by`;

export async function enquiryById(db: Kysely<Tables>, id: string): Promise<EnquiryRow | undefined> {
  return (await sql<EnquiryRow>`${wide(sql`(select * from enquiries where id = ${id})`)}`.execute(db)).rows[0];
}

/** The same, kept from everybody else's changes until the transaction ends. */
export async function lockEnquiry(tx: Kysely<Tables>, id: string): Promise<EnquiryRow | undefined> {
  const found = await tx.selectFrom('enquiries').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return found && enquiryById(tx, id);
}

export const enquiryByKey = (tx: Kysely<Tables>, askerId: string, key: string): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('enquiries')
    .select('id')
    .where('asker_id', '=', askerId)
    .where('creation_key', '=', key)
    .executeTakeFirst();

/**
 * Enquiries about one record, newest first: all that are open, and of the others those among the newest
 * MAX_HISTORY_ROWS; and whether there are more (S3).
 */
export async function enquiriesAbout(
  db: Kysely<Tables>,
  recordId: string,
): Promise<{ rows: EnquiryRow[]; more: boolean }> {
  const { rows } = await sql<EnquiryRow>`${wide(sql`(
    select * from enquiries where record_id = ${recordId} and closed_at is null
    union select * from (select * from enquiries where record_id = ${recordId} order by created_at desc, id desc
      limit ${sql.lit(MAX_HISTORY_ROWS)}) newest)`)} order by e.created_at desc, e.id desc`.execute(db);
  const { n } = await db
    .selectFrom('enquiries')
    .select(sql<number>`count(*)`.as('n'))
    .where('record_id', '=', recordId)
    .executeTakeFirstOrThrow();
  return { rows, more: Number(n) > rows.length };
}

export async function openAbout(db: Kysely<Tables>, recordId: string): Promise<number> {
  const row = await db
    .selectFrom('enquiries')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('record_id', '=', recordId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.open ?? 0);
}

export const insertEnquiry = (tx: Kysely<Tables>, row: Insertable<EnquiriesTable>): Promise<unknown> =>
  tx.insertInto('enquiries').values(row).execute();

export const updateEnquiry = (
  tx: Kysely<Tables>,
  id: string,
  changes: Partial<Selectable<EnquiriesTable>>,
): Promise<unknown> => tx.updateTable('enquiries').set(changes).where('id', '=', id).execute();

/** Whose enquiries: those asked of this person, and those this person asked about records that may still be seen. */
export interface EnquiryReader {
  id: string;
  roles: readonly Role[];
  standsInFor: readonly string[];
}

const APPROVED = storedStatuses('manager', ['0']);

/**
 * What `claimVisibility` and `tripVisibility` of the domain say of the record of an enquiry `e` that somebody else
 * raised.
 */
export function mayStillSee({ id, roles, standsInFor }: EnquiryReader): RawBuilder<unknown> {
  const line = roles.includes('manager')
    ? sql`(r.manager_id = ${id} or r.owner_id in (${below(id)} select id from below))`
    : sql`false`;
  const managed = standsInFor.length > 0 ? sql`(${line} or r.manager_id = any(${standsInFor}::text[]))` : line;
  const settled = roles.includes('finance') ? sql`r.manager_status = any(${APPROVED}::text[])` : sql`false`;
  return sql`coalesce(
    (select ${managed} or ${settled} from claims r where r.id = e.record_id),
    (select ${managed} or ${sql.lit(roles.includes('admin'))} from trips r where r.id = e.record_id), false)`;
}

const walks = (reader: EnquiryReader, closed: boolean): [owned: RawBuilder<unknown>, asked: RawBuilder<unknown>] => {
  const state = closed ? sql`e.closed_at is not null` : sql`e.closed_at is null`;
  return [
    sql`select e.* from enquiries e where e.owner_id = ${reader.id} and ${state}`,
    sql`select e.* from enquiries e where e.asker_id = ${reader.id} and ${state} and ${mayStillSee(reader)}`,
  ];
};

/** One page, newest first, and the number of all. Nobody asks oneself, so that the two walks never meet. */
export async function searchEnquiries(
  db: Kysely<Tables>,
  reader: EnquiryReader,
  closed: boolean,
  page: { limit: number; offset: number },
): Promise<{ rows: EnquiryRow[]; total: number }> {
  const [owned, asked] = walks(reader, closed);
  const enough = sql`order by e.created_at desc, e.id desc limit ${sql.lit(page.limit + page.offset)}`;
  const result = await sql<EnquiryRow & { total: number; id: string | null }>`
    with page as (select * from ((${owned} ${enough}) union all (${asked} ${enough})) m
      order by created_at desc, id desc limit ${sql.lit(page.limit)} offset ${sql.lit(page.offset)}),
    totals as (select ((select count(*) from (${owned}) w) + (select count(*) from (${asked}) w))::bigint as total),
    rows as (${wide(sql`page`)})
    select totals.total, r.* from totals left join rows r on true order by r.created_at desc, r.id desc`.execute(db);
  return { rows: result.rows.filter((row) => row.id !== null), total: result.rows[0]?.total ?? 0 };
}
