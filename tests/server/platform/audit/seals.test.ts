import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tables } from '#server/platform/database/tables.ts';
import { readHeads, runSealing, type SealingInput } from '#server/platform/audit/sealJob.ts';
import { auditRow } from '#server/platform/audit/audit.ts';
import { auditKeys, inspectAudit, sealAudit, type AuditReport } from '#server/platform/audit/seals.ts';
import { file } from '#tests/support/expenses.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';
import { idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { takenBack, threeRows } from './auditFixtures.ts';

let server: TestServer;
let db: Kysely<Tables>;
/** A claim of three rows in the log. */
let id: string;
/** Rows before it, and after it there is one more. */
let signIns: number;
beforeAll(async () => {
  server = await startServer();
  ({ db } = server.database);
  const [employee, manager] = [await server.as('employee'), await server.as('manager')];
  signIns = Number(
    (
      await db
        .selectFrom('audit_log')
        .select(({ fn }) => fn.countAll().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows,
  );
  id = await threeRows(employee, manager);
  await sealAudit(db, await auditKeys({ db, keys: [] }, []));
});
afterAll(() => server.close());

type Look = [settings?: readonly string[], heads?: Parameters<typeof inspectAudit>[2], on?: Kysely<Tables>];
const inspect = async (...[settings = [], heads = [], on = db]: Look): Promise<AuditReport> =>
  inspectAudit(on, await auditKeys({ db: on, keys: [] }, settings), heads);
const faults = async (...asked: Look): Promise<string[]> =>
  (await inspect(...asked)).faults.map(({ recordId, version, reason }) => `${recordId} ${version}: ${reason}`);
const rowOf = (version: number, on = db) =>
  on
    .selectFrom('audit_log')
    .selectAll()
    .where('record_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();

/** Tampers, looks, and takes it back. */
async function tampered<T>(
  work: (tx: Kysely<Tables>) => Promise<unknown>,
  look: (tx: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const found = await takenBack(db, async (tx) => {
    await work(tx);
    return look(tx);
  });
  expect(await faults()).toEqual([]);
  return found;
}
const faultsIn = (tx: Kysely<Tables>): Promise<string[]> => faults([], [], tx);

describe('S16 AUD-4 the log only grows', () => {
  it.each(['audit_log', 'audit_seals'] as const)(
    '%s refuses UPDATE, DELETE and TRUNCATE, of no row too',
    async (table) => {
      const column = table === 'audit_log' ? 'action' : 'seal';
      for (const statement of [
        `update ${table} set ${column} = 'x'`,
        `update ${table} set ${column} = 'x' where false`,
        `delete from ${table}`,
        `delete from ${table} where false`,
        `truncate ${table}`,
        `truncate ${table} cascade`,
        ...(table === 'audit_log' ? [`update ${table} set origin = 'x'`] : []),
      ])
        await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({
          code: '42501',
          message: expect.stringContaining('the audit log only grows'),
        });
      expect(await faults()).toEqual([]);
    },
  );
});

describe('S16 what was tampered with is found, and where', () => {
  it('a whole log has no faults, and every row is sealed', async () => {
    expect(await inspect()).toMatchObject({ faults: [], more: false, unsealed: 0, head: { seq: signIns + 4 } });
  });

  it.each<[string, string]>([
    ['record_kind', `'clain'`],
    ['at', 'at + 1'],
    ['actor_id', `'${idOf('director')}'`],
    ['on_behalf_of', `'${idOf('director')}'`],
    ['action', `'editt'`],
    ['before', `jsonb_set(before, '{remarks}', '"Taxi to the cliend"')`],
    ['after', `jsonb_set(after, '{claimAmount}', '1')`],
    ['origin', `origin || ' '`],
    ['request_key', `'x'`],
    ['previous_hash', `overlay(previous_hash placing 'g' from 1)`],
    ['hash', `overlay(hash placing 'g' from 1)`],
  ])('one byte of the column %s', async (column, value) => {
    const found = await tampered(
      (tx) =>
        sql`
          update audit_log set ${sql.ref(column)} = ${sql.raw(value)} where record_id = ${id} and version = 2`.execute(
          tx,
        ),
      faultsIn,
    );
    expect(found[0]).toBe(`${id} 2: changed`);
  });

  it('one byte, with every hash of its chain recomputed: by the seals', async () => {
    const found = await tampered(async (tx) => {
      let previous = (await rowOf(1, tx)).hash;
      for (const version of [2, 3]) {
        const row = await rowOf(version, tx);
        const entry = {
          recordId: row.record_id,
          recordKind: row.record_kind,
          version,
          at: row.at,
          actorId: row.actor_id,
          onBehalfOf: row.on_behalf_of,
          action: row.action,
          before: row.before,
          after: row.after,
          origin: version === 2 ? 'elsewhere' : row.origin,
          requestKey: row.request_key,
        };
        const { hash, previous_hash, origin } = auditRow(entry, previous);
        await tx
          .updateTable('audit_log')
          .set({ hash, previous_hash, origin })
          .where('record_id', '=', id)
          .where('version', '=', version)
          .execute();
        previous = hash;
      }
    }, faultsIn);
    expect(found).toEqual([`${id} 2: not what was sealed`, `${id} 3: not what was sealed`]);
  });

  it('a row taken out', async () => {
    const { id: auditId } = await rowOf(2);
    const { faults: found } = await tampered(
      (tx) => tx.deleteFrom('audit_log').where('id', '=', auditId).execute(),
      (tx) => inspect([], [], tx),
    );
    expect(found.map(({ recordId, version, reason }) => `${recordId} ${version}: ${reason}`)).toEqual([
      `${id} 3: a row before it is missing`,
      'null null: the row is missing',
    ]);
    expect(found[1]?.auditId).toBe(auditId);
  });

  it('a whole record taken out', async () => {
    const found = await tampered((tx) => tx.deleteFrom('audit_log').where('record_id', '=', id).execute(), faultsIn);
    expect(found).toEqual(Array.from({ length: 3 }, () => 'null null: the row is missing'));
  });

  it('two rows swapped', async () => {
    const [one, two] = [await rowOf(1), await rowOf(2)];
    const found = await tampered(async (tx) => {
      const as = (from: number, to: number) => sql`update audit_log set id = ${to} where id = ${from}`.execute(tx);
      await sql`alter table audit_log alter column id drop identity`.execute(tx);
      await as(one.id, -1);
      await as(two.id, one.id);
      await as(-1, two.id);
      await sql`alter table audit_log alter column id add generated always as identity (start with 1000)`.execute(tx);
    }, faultsIn);
    expect(found).toEqual([`${id} 2: not what was sealed`, `${id} 1: not what was sealed`]);
  });

  it('a seal changed, and one taken out', async () => {
    expect(
      (
        await tampered(
          (tx) =>
            sql`update audit_seals set seal = overlay(seal placing 'g' from 1) where seq = ${signIns + 2}`.execute(tx),
          faultsIn,
        )
      ).length,
    ).toBe(2);
    expect(
      await tampered(
        (tx) =>
          tx
            .deleteFrom('audit_seals')
            .where('seq', '=', signIns + 2)
            .execute(),
        async (tx) => (await inspect([], [], tx)).faults.map(({ reason }) => reason),
      ),
    ).toContain('seals before it are missing');
  });

  it('the end cut off, rows and seals: by the heads that were published', async () => {
    const { head } = await inspect();
    const heads = [{ day: '2026-07-15', seq: head?.seq ?? 0, seal: head?.seal ?? '' }];
    expect(await faults([], heads)).toEqual([]);
    expect(await faults([], [{ ...heads[0], day: '2026-07-15', seq: signIns + 2, seal: 'another' }])).toEqual([
      `${id} 2: not what was published on 2026-07-15`,
    ]);
    const cut = await tampered(
      async (tx) => {
        await tx
          .deleteFrom('audit_seals')
          .where('seq', '=', signIns + 4)
          .execute();
        await sql`delete from audit_log where id = (select max(id) from audit_log)`.execute(tx);
      },
      (tx) => faults([], heads, tx),
    );
    expect(cut).toEqual([
      expect.stringContaining(`the log was longer on 2026-07-15: ${signIns + 4} seals, now ${signIns + 3}`),
    ]);
  });
});

describe('S16 sealing', () => {
  it('a row is sealed once, by several at once, and the head of a day is published once', async () => {
    const dataDir = mkdtempSync(join(roomyFolder(), 'heads-'));
    const said: object[] = [];
    const input: SealingInput = {
      database: server.database,
      dataDir,
      auditKeys: [],
      secretsKeys: [],
      timeZone: 'Asia/Kolkata',
      clock: () => NOW,
      tell: async () => undefined,
      log: { info: (facts) => void said.push(facts), error: (facts) => expect.fail(JSON.stringify(facts)) },
    };
    await file(await server.as('employee'));
    await Promise.all([runSealing(input), runSealing(input), runSealing(input)]);
    const { faults: none, unsealed, head } = await inspect([], readHeads(dataDir));
    expect([none, unsealed]).toEqual([[], 0]);
    await file(await server.as('employee'));
    await runSealing(input);
    expect(readHeads(dataDir)).toEqual([{ day: '2026-07-15', seq: head?.seq, seal: head?.seal }]);
    expect(said).toEqual([{ job: 'auditHead', day: '2026-07-15', seq: head?.seq, seal: head?.seal }]);
    expect(readdirSync(join(dataDir, 'audit-heads'))).toEqual(['2026-07-15.json']);
    rmSync(dataDir, { recursive: true });
  });
});
