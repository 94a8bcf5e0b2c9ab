import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tables } from '#server/platform/database/tables.ts';
import { eraseFacts } from '#server/platform/audit/erasing.ts';
import { auditKeys, inspectAudit, sealAudit } from '#server/platform/audit/seals.ts';
import { idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { takenBack, threeRows } from './auditFixtures.ts';

const KEYS = ['k7Qp2xWz9LmN4vRt8YbC3dFg6HjS1aEu'];

let server: TestServer;
let db: Kysely<Tables>;
let id: string;
let erased: number[];
beforeAll(async () => {
  server = await startServer();
  ({ db } = server.database);
  id = await threeRows(await server.as('employee'), await server.as('manager'));
  await sealAudit(db, await auditKeys({ db, keys: [] }, KEYS));
  const rows = await db.selectFrom('audit_log').select('id').where('record_id', '=', id).orderBy('id').execute();
  erased = rows.map((row) => row.id);
});
afterAll(() => server.close());

const erasure = (version: number) => ({
  recordId: 'ERA1',
  version,
  at: NOW,
  actorId: idOf('org-admin'),
  action: 'erase',
  after: { kind: 'RECORDS' },
  origin: '',
});
const keys = (on = db) => auditKeys({ db: on, keys: [] }, KEYS);
const faults = async (on = db): Promise<string[]> =>
  (await inspectAudit(on, await keys(on), [])).faults.map(({ auditId, reason }) => `${auditId} ${reason}`);
const tampered = (work: (tx: Kysely<Tables>) => Promise<unknown>): Promise<string[]> =>
  takenBack(db, async (tx) => {
    await work(tx);
    return faults(tx);
  });

describe('RET-5 what rows of the log say is erased, and the log holds', () => {
  it('nothing is erased past an erasure: by nobody, of no other column, of no row that none names', async () => {
    for (const change of ["before = null, after = null, origin = ''", "action = 'x'", "hash = 'x'"])
      await expect(sql`update audit_log set ${sql.raw(change)}`.execute(db)).rejects.toMatchObject({ code: '42501' });
    for (const statement of ['delete from audit_log', 'truncate audit_log cascade', 'truncate audit_erased'])
      await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' });
  });

  it('before, after and origin go; the rest stays, and verifies', async () => {
    const before = await db.selectFrom('audit_log').selectAll().where('record_id', '=', id).orderBy('id').execute();
    const key = (await keys()).current;
    const done = await db.transaction().execute((tx) => eraseFacts(tx, key, erasure(1), erased));
    expect(done).toBe(3);
    const after = await db.selectFrom('audit_log').selectAll().where('record_id', '=', id).orderBy('id').execute();
    expect(after).toEqual(before.map((row) => ({ ...row, before: null, after: null, origin: '' })));
    expect(await faults()).toEqual([]);
    await sealAudit(db, await keys());
    expect(await faults()).toEqual([]);
    expect((await inspectAudit(db, await keys(), [])).erased).toEqual([{ id: 'ERA1', rows: 3, at: NOW }]);
  });

  it('a second time nothing is left to erase, and that is said', async () => {
    const key = (await keys()).current;
    expect(await db.transaction().execute((tx) => eraseFacts(tx, key, erasure(2), erased))).toBe(0);
    expect(await faults()).toEqual([]);
  });

  it('an erased row still changes for nobody', async () => {
    for (const change of ["action = 'x'", 'at = 1', "origin = 'x'", "after = '{}'"])
      await expect(
        sql`update audit_log set ${sql.raw(change)} where record_id = ${id}`.execute(db),
      ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('RET-5 what the owner of the database does to look like an erasure is found', () => {
  const other = () =>
    db
      .selectFrom('audit_log')
      .select('id')
      .where('record_id', '<>', id)
      .where('after', 'is not', null)
      .where('record_kind', '=', 'claim')
      .executeTakeFirstOrThrow();

  it('a row that was blanked, without an erasure', async () => {
    const { id: row } = await other();
    expect(await tampered((tx) => sql`update audit_log set after = null where id = ${row}`.execute(tx))).toContain(
      `${row} changed`,
    );
  });

  it('and named as erased by an erasure that did not name it, or by none', async () => {
    const { id: row } = await other();
    for (const [recordId, version] of [
      ['ERA1', 1],
      ['ERA9', 1],
    ] as const)
      expect(
        await tampered(async (tx) => {
          await sql`insert into audit_erased values (${row}, ${recordId}, ${version}, 'x')`.execute(tx);
          await sql`update audit_log set before = null, after = null, origin = '' where id = ${row}`.execute(tx);
        }),
      ).toEqual(expect.arrayContaining([`${row} changed`, `${row} erased, and no erasure covers it`]));
  });

  it('and an erasure made up with another key', async () => {
    const { id: row } = await other();
    const found = await tampered((tx) =>
      eraseFacts(tx, { id: 'made up', key: 'made up' }, { ...erasure(1), recordId: 'ERA7' }, [row]),
    );
    expect(found).toContain(`${row} erased, and no erasure covers it`);
  });

  it('an erased row that says something again, and one that changed in what stays', async () => {
    const [row] = erased;
    expect(
      await tampered((tx) => sql`update audit_log set after = '{"forged": 1}' where id = ${row}`.execute(tx)),
    ).toContain(`${row} says something after it was erased`);
    expect(await tampered((tx) => sql`update audit_log set actor_id = null where id = ${row}`.execute(tx))).toContain(
      `${row} changed`,
    );
  });

  it('an erasure whose rows were taken out of the list', async () => {
    const [row] = erased;
    const found = await tampered((tx) => sql`delete from audit_erased where audit_id = ${row}`.execute(tx));
    expect(found).toEqual(expect.arrayContaining([`${row} changed`, `${erased[1]} erased, and no erasure covers it`]));
  });
});
