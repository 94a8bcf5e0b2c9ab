import { sql, type Kysely, type Selectable } from 'kysely';
import type { Periods } from '#contract/retention.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** The state of retention, and what was erased. */

export type ErasureRow = Selectable<Tables['erasures']>;

export const readState = (db: Kysely<Tables>) =>
  db
    .selectFrom('retention_state')
    .leftJoin('people', 'people.id', 'retention_state.updated_by')
    .selectAll('retention_state')
    .select('people.name as changed_by')
    .executeTakeFirstOrThrow();

export const lockState = (tx: Kysely<Tables>) =>
  tx.selectFrom('retention_state').selectAll().forUpdate().executeTakeFirstOrThrow();

export const writeState = (
  tx: Kysely<Tables>,
  state: { periods: Periods; enabled: boolean; version: number; updated_at: number; updated_by: string },
): Promise<unknown> =>
  tx
    .updateTable('retention_state')
    .set({ ...state, periods: JSON.stringify(state.periods) })
    .execute();

/** The erasure that a run left off with, if one did; `about`: a person's, or everybody's. */
export async function unfinished(db: Kysely<Tables>, about: string | null): Promise<ErasureRow | undefined> {
  return db
    .selectFrom('erasures')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('about_id', about === null ? 'is' : '=', about)
    .orderBy('started_at')
    .executeTakeFirst();
}

export const begin = (tx: Kysely<Tables>, row: Omit<ErasureRow, 'totals' | 'ended_at' | 'version'>): Promise<unknown> =>
  tx
    .insertInto('erasures')
    .values({ ...row, totals: '{}', ended_at: null, version: 0 })
    .execute();

export const lockErasure = (tx: Kysely<Tables>, id: string): Promise<ErasureRow> =>
  tx.selectFrom('erasures').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const noteProgress = (
  tx: Kysely<Tables>,
  { id, totals, version }: { id: string; totals: object; version: number },
): Promise<unknown> =>
  tx
    .updateTable('erasures')
    .set({ totals: JSON.stringify(totals), version })
    .where('id', '=', id)
    .execute();

export const end = (tx: Kysely<Tables>, id: string, at: number): Promise<unknown> =>
  tx.updateTable('erasures').set({ ended_at: at }).where('id', '=', id).execute();

/** An erasure that another process may have ended already, locked. */
export const lockIfThere = (tx: Kysely<Tables>, id: string): Promise<ErasureRow | undefined> =>
  tx.selectFrom('erasures').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Takes away an erasure that had nothing to erase. */
export const dropEmpty = (tx: Kysely<Tables>, id: string): Promise<unknown> =>
  tx.deleteFrom('erasures').where('id', '=', id).where('version', '=', 0).execute();

/** The newest, with names. */
export async function newest(
  db: Kysely<Tables>,
  most: number,
): Promise<(ErasureRow & { by_name: string | null; about_name: string | null })[]> {
  const { rows } = await sql<ErasureRow & { by_name: string | null; about_name: string | null }>`
    select e.*, b.name as by_name, a.name as about_name from erasures e
    left join people b on b.id = e.made_by left join people a on a.id = e.about_id
    order by e.started_at desc, e.id desc limit ${most}`.execute(db);
  return rows;
}
