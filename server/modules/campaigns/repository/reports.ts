import { sql, type Kysely, type Selectable } from 'kysely';
import type { CampaignsTable } from '#server/platform/database/tables/campaignTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { keepBytes, noteRemovals } from '#server/platform/files/repository.ts';
import { BEING_MADE } from '#domain/campaign.ts';

/** The queue of report files: campaigns whose file has to be made, each with who makes it and until when. */

export type QueuedCampaign = Selectable<CampaignsTable>;

const TURN = 'reports';

const due = (now: number) =>
  sql`status = ${BEING_MADE} and deleted_at is null and (report_lease <= ${now} or report_version <> version)`;

/**
 * Takes the turn to make files, until `until`, if there is one to make and nobody else has the turn: of two that chose
 * at once, neither would see whom the other is about to note. A process that dies holds it until then at most.
 */
export async function takeReportTurn(db: Kysely<Tables>, holder: string, now: number, until: number): Promise<boolean> {
  const { rows } = await sql`
    insert into job_turns (job, last) select ${TURN}, ${`${until} ${holder}`}
    where exists (select from campaigns where ${due(now)})
    on conflict (job) do update set last = excluded.last
    where job_turns.last = '' or split_part(job_turns.last, ' ', 1)::bigint <= ${now} returning job`.execute(db);
  return rows.length > 0;
}

const turnOf = (db: Kysely<Tables>, holder: string) =>
  db
    .updateTable('job_turns')
    .where('job', '=', TURN)
    .where(sql`split_part(last, ' ', 2)`, '=', holder);

/** Renews the turn. False: another process has it by now. */
export const keepReportTurn = async (db: Kysely<Tables>, holder: string, until: number): Promise<boolean> =>
  (
    await turnOf(db, holder)
      .set({ last: `${until} ${holder}` })
      .executeTakeFirst()
  ).numUpdatedRows === 1n;

export const endReportTurn = (db: Kysely<Tables>, holder: string): Promise<unknown> =>
  turnOf(db, holder).set({ last: '' }).execute();

/** Is it still this one's? Until the transaction ends it stays so. */
export const holdReportTurn = async (tx: Kysely<Tables>, holder: string): Promise<boolean> =>
  (await tx
    .selectFrom('job_turns')
    .select('job')
    .where('job', '=', TURN)
    .where(sql`split_part(last, ' ', 2)`, '=', holder)
    .forUpdate()
    .executeTakeFirst()) !== undefined;

/**
 * Takes the campaign that waits longest, until `until`: other processes pass it over, and one that dies gives it back
 * then. One that was changed meanwhile is due at once. Counts how often this version was tried.
 */
export async function takeReport(db: Kysely<Tables>, now: number, until: number): Promise<QueuedCampaign | undefined> {
  return (
    await sql<QueuedCampaign>`
    update campaigns set report_lease = ${until},
      report_attempts = case when report_version = version then report_attempts + 1 else 1 end,
      report_version = version where id = (
      select id from campaigns where ${due(now)} order by updated_at limit 1 for update skip locked)
    returning *`.execute(db)
  ).rows[0];
}

const held = (db: Kysely<Tables>, row: QueuedCampaign) =>
  db
    .updateTable('campaigns')
    .where('id', '=', row.id)
    .where('status', '=', BEING_MADE)
    .where('version', '=', row.version)
    .where('report_lease', '=', row.report_lease)
    .where('deleted_at', 'is', null);

/** Renews the lease. False: another process has it by now, or it was changed or deleted. */
export async function keepReport(db: Kysely<Tables>, row: QueuedCampaign, until: number): Promise<boolean> {
  const done = await held(db, row).set({ report_lease: until }).executeTakeFirst();
  if (done.numUpdatedRows !== 1n) return false;
  row.report_lease = until;
  return true;
}

/** Gives it back untried: this process stops. */
export const giveBack = (db: Kysely<Tables>, row: QueuedCampaign): Promise<unknown> =>
  held(db, row)
    .set({ report_lease: 0, report_attempts: row.report_attempts - 1 })
    .execute();

/** Ends it, if it is still ours. */
export async function endReport(
  tx: Kysely<Tables>,
  row: QueuedCampaign,
  end: Pick<QueuedCampaign, 'status' | 'failure' | 'csv_count' | 'file_url' | 'file_made_at' | 'updated_at'>,
): Promise<boolean> {
  return (
    (
      await held(tx, row)
        .set({ ...end, version: row.version + 1 })
        .executeTakeFirst()
    ).numUpdatedRows === 1n
  );
}

/** A row of a report file. */
export interface ReportRow {
  contact_id: number;
  seniority: number;
  mail: number;
  mobile: number;
  disposition: number;
  contact_key: string;
  contact_name: string;
  designation: string;
  email: string | null;
  mobile_number: string | null;
  company_key: string;
  company_name: string;
  turnover: number;
  company_type: number;
  industry: number;
  sub_industry: number;
  priority: number;
  location: number;
}

/** With names and addresses, in the order of the contacts. */
export const reportRows = (db: Kysely<Tables>, contactIds: readonly number[]): Promise<ReportRow[]> =>
  sql<ReportRow>`
    select k.id as contact_id, k.seniority, k.mail, k.mobile, k.disposition, d.external_id as contact_key,
      d.name as contact_name, d.designation, d.email, d.mobile as mobile_number,
      c.external_id as company_key, c.name as company_name, c.turnover, c.company_type, c.industry, c.sub_industry,
      c.priority, c.location
    from unnest(${contactIds}::integer[]) with ordinality n (id, place) join contacts k on k.id = n.id
    join contact_details d on d.contact_id = k.id join companies c on c.id = k.company_id order by n.place`
    .execute(db)
    .then(({ rows }) => rows);

/** Forgets some of those that a campaign targeted before; false: there are none. */
export async function dropTargets(db: Kysely<Tables>, campaignId: string, most: number): Promise<boolean> {
  const done = await sql`delete from campaign_targets where campaign_id = ${campaignId}
      and contact_id in (select contact_id from campaign_targets where campaign_id = ${campaignId}
        limit ${sql.lit(most)})`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

/** Notes whom a campaign targets. Contacts that were removed meanwhile are passed over. */
export const addTargets = (
  db: Kysely<Tables>,
  campaignId: string,
  contactIds: readonly number[],
  day: string,
): Promise<unknown> =>
  sql`
    insert into campaign_targets (campaign_id, contact_id, targeted_on) select ${campaignId}, k.id, ${day}::date
    from contacts k where k.id = any(${contactIds}::integer[]) order by k.id
    on conflict (campaign_id, contact_id) do update set targeted_on = excluded.targeted_on
    where campaign_targets.targeted_on <> excluded.targeted_on`.execute(db);

export async function noteReportFile(tx: Kysely<Tables>, hash: string, now: number): Promise<void> {
  await tx
    .insertInto('report_files')
    .values({ file_hash: hash, made_at: now })
    .onConflict((conflict) => conflict.column('file_hash').doUpdateSet({ made_at: now }))
    .execute();
  await keepBytes(tx, hash);
}

/** Of files made before that moment, those which no campaign names. */
const unnamed = (db: Kysely<Tables>, before: number) =>
  db
    .selectFrom('report_files')
    .select('file_hash')
    .where('made_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('campaigns')
            .select('id')
            .where('deleted_at', 'is', null)
            .where(sql<boolean>`split_part(file_url, '/', 3) = report_files.file_hash || '.csv'`),
        ),
      ),
    );

export const unnamedReportFiles = (db: Kysely<Tables>, before: number): Promise<{ file_hash: string }[]> =>
  unnamed(db, before).limit(200).execute();

/** Is it still one of them? Until the transaction ends nobody can reference it again. */
export async function lockUnnamed(
  tx: Kysely<Tables>,
  hash: string,
  before: number,
): Promise<{ file_hash: string } | undefined> {
  await tx.selectFrom('report_files').select('file_hash').where('file_hash', '=', hash).forUpdate().execute();
  return unnamed(tx, before).where('file_hash', '=', hash).executeTakeFirst();
}

export async function placesByCode(db: Kysely<Tables>): Promise<Map<number, string>> {
  return new Map(
    (
      await db.selectFrom('campaign_terms').select(['code', 'value']).where('field', '=', 'addressLocation').execute()
    ).map(({ code, value }) => [code, value]),
  );
}

/** Forgets a file; its bytes go after the commit. */
export async function forgetFile(tx: Kysely<Tables>, hash: string): Promise<void> {
  await tx.deleteFrom('report_files').where('file_hash', '=', hash).execute();
  await noteRemovals(tx, [hash]);
}
