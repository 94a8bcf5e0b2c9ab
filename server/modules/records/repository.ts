import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Day } from '#domain/dates.ts';
import { KIND_WORDS, TYPE_WORDS } from '#domain/recordFace.ts';
import { PRIMARY_EXPENSE_TYPE, type RecordKind } from '#contract/enums.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { wideColumns, wideJoins, type ClaimRow } from '#server/modules/claims/index.ts';
import { tripColumns, tripJoins, type TripRow } from '#server/modules/trips/index.ts';

type Condition = RawBuilder<unknown>;

/** A record of whatever kind: one of the two is there. */
export interface RecordRow {
  claim: ClaimRow | null;
  trip: TripRow | null;
}

/** The record of an id, whole, as the columns of a RecordRow. */
export const recordColumns = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select to_jsonb(w) from (select ${wideColumns} from claims c ${wideJoins} where c.id = ${id}) w) as claim,
  (select to_jsonb(w) from (select ${tripColumns} from trips t ${tripJoins} where t.id = ${id}) w) as trip`;

/** The record of an id; undefined when there is none. */
export async function recordById(db: Kysely<Tables>, id: string): Promise<RecordRow | undefined> {
  const result = await sql<RecordRow>`select ${recordColumns(sql`r.id`)} from (select ${id}::text as id) r`.execute(db);
  const [row] = result.rows;
  return row && (row.claim ?? row.trip) ? row : undefined;
}

/** Everything of one owner, in the database's terms. Every condition given must hold. */
export interface OwnSearch {
  ownerId: string;
  kinds: readonly RecordKind[] | undefined;
  managerStatuses: readonly string[] | undefined;
  days: { from: Day | null; to: Day | null } | undefined;
  /** Small letters; each must be found. */
  words: readonly string[];
  limit: number;
  offset: number;
}

const CLAIM_KINDS = {
  localExpense: PRIMARY_EXPENSE_TYPE.local,
  conveyance: PRIMARY_EXPENSE_TYPE.conveyance,
  travelExpense: PRIMARY_EXPENSE_TYPE.travel,
} as const;
type ClaimKind = keyof typeof CLAIM_KINDS;

const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);
const dayWords = (column: Condition): Condition =>
  sql`substr(${column}, 9, 2) || '-' || substr(${column}, 6, 2) || '-' || substr(${column}, 1, 4)`;
const typeWords = sql`case c.type ${sql.join(
  Object.entries(TYPE_WORDS).map(([type, word]) => sql`when ${sql.lit(type)} then ${sql.lit(word)}`),
  sql` `,
)} end`;

/** What of a claim a search looks at: the same as `searchableText` of the domain. */
const claimText = (kind: ClaimKind): Condition =>
  sql`lower(concat_ws(' ', c.id, ${sql.lit(KIND_WORDS[kind])}, ${typeWords}, c.trip_id,
    c.details ->> 'clientName', c.details ->> 'fromLocation', c.details ->> 'toLocation', c.remarks,
    trim_scale(c.claim_amount / 100.0)::text, ${dayWords(sql`c.expense_date`)}))`;

const TRIP_TEXT: Condition = sql`lower(concat_ws(' ', t.id, ${sql.lit(KIND_WORDS.trip)}, t.departure_city,
  t.arrival_city, t.reason, t.remarks, ${dayWords(sql`t.start_date`)}, ${dayWords(sql`t.end_date`)}))`;

function dayConditions(column: Condition, days: OwnSearch['days']): Condition[] {
  return [...(days?.from ? [sql`${column} >= ${days.from}`] : []), ...(days?.to ? [sql`${column} <= ${days.to}`] : [])];
}

const statusConditions = (column: Condition, statuses: readonly string[] | undefined): Condition[] =>
  statuses ? [sql`${column} = any(${statuses}::text[])`] : [];

/**
 * The owner's records of each kind that is asked for, as relations with `id` and `created_at`, each with an index that
 * walks it newest first.
 */
function walksOf(search: OwnSearch): Condition[] {
  const wanted = (kind: RecordKind): boolean => search.kinds === undefined || search.kinds.includes(kind);
  const containing = (text: Condition): Condition[] => search.words.map((word) => sql`strpos(${text}, ${word}) > 0`);
  const claims = (Object.keys(CLAIM_KINDS) as ClaimKind[]).filter(wanted).map((kind) => {
    const conditions = [
      sql`c.owner_id = ${search.ownerId}`,
      sql`c.kind = ${CLAIM_KINDS[kind]}`,
      ...statusConditions(sql`c.manager_status`, search.managerStatuses),
      ...dayConditions(sql`c.expense_date`, search.days),
      ...containing(claimText(kind)),
    ];
    return sql`select c.id, c.created_at from claims c where ${all(conditions)}`;
  });
  const onTrips = [
    sql`t.owner_id = ${search.ownerId}`,
    ...statusConditions(sql`t.manager_status`, search.managerStatuses),
    ...dayConditions(sql`t.start_date`, search.days),
    ...containing(TRIP_TEXT),
  ];
  return wanted('trip') ? [sql`select t.id, t.created_at from trips t where ${all(onTrips)}`, ...claims] : claims;
}

const NEWEST = sql`created_at desc, id desc`;

type FoundRow = RecordRow & { id: string | null; total: number };

/**
 * One page of everything somebody raised and the number of all, in one statement: each kind is walked newest first by
 * its own index, and the walks are merged.
 */
function ownStatement(search: OwnSearch): RawBuilder<FoundRow> {
  const walks = walksOf(search);
  const enough = sql`limit ${sql.lit(search.limit + search.offset)}`;
  const merged = sql.join(
    walks.map((walk) => sql`(${walk} order by ${NEWEST} ${enough})`),
    sql` union all `,
  );
  const counted = sql.join(
    walks.map((walk) => sql`(select count(*) from (${walk}) w)`),
    sql` + `,
  );
  return sql<FoundRow>`
    with page as (select * from (${merged}) m order by ${NEWEST}
      limit ${sql.lit(search.limit)} offset ${sql.lit(search.offset)}),
    totals as (select (${counted})::bigint as total)
    select totals.total, p.id, ${recordColumns(sql`p.id`)} from totals left join page p on true
    order by p.created_at desc, p.id desc`;
}

export async function searchOwn(db: Kysely<Tables>, search: OwnSearch): Promise<{ rows: RecordRow[]; total: number }> {
  const result = await ownStatement(search).execute(db);
  return { rows: result.rows.filter((row) => row.id !== null), total: result.rows[0]?.total ?? 0 };
}

export async function namesOf(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('people')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
