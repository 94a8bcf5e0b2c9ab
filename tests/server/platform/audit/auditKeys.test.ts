import { type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tables } from '#server/platform/database/tables.ts';
import { runSealing } from '#server/platform/audit/sealJob.ts';
import { insertSeals, lastSeal } from '#server/platform/audit/repository/seals.ts';
import { auditKeys, inspectAudit, sealAudit, sealOf, type AuditReport } from '#server/platform/audit/seals.ts';
import { file } from '#tests/support/expenses.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { unlocked } from '#tests/support/unlocked.ts';
import { threeRows } from './auditFixtures.ts';

let server: TestServer;
let db: Kysely<Tables>;
beforeAll(async () => {
  server = await startServer();
  ({ db } = server.database);
  await threeRows(await server.as('employee'), await server.as('manager'));
  await sealAudit(db, await auditKeys({ db, keys: [] }, []));
});
afterAll(() => server.close());

type Look = [settings?: readonly string[], heads?: Parameters<typeof inspectAudit>[2], on?: Kysely<Tables>];
const inspect = async (...[settings = [], heads = [], on = db]: Look): Promise<AuditReport> =>
  inspectAudit(on, await auditKeys({ db: on, keys: [] }, settings), heads);

describe('S16 AUD-7 keys are replaced one by another', () => {
  const [FIRST, SECOND, THIRD] = [
    'k7Qp2xWz9LmN4vRt8YbC3dFg6HjS1aEu',
    'Zr5Tn8Lc2Vx6Bq1Mw4Kp7Hd3Jf9Gs0YaE',
    'Uo3Ie9Pa5Sd1Fg7Hj2Kl8Zx4Cv6Bn0MqW',
  ];
  /** One more row, sealed with these settings: with the id of which key. */
  const sealed = async (...settings: string[]): Promise<string | undefined> => {
    await file(await server.as('employee'));
    await sealAudit(db, await auditKeys({ db, keys: [] }, settings));
    return (await lastSeal(db))?.key_id;
  };
  const idOfKey = async (key: string): Promise<string> => (await auditKeys({ db, keys: [] }, [key])).current.id;
  const reasons = async (...settings: string[]): Promise<string[]> => [
    ...new Set((await inspect(settings)).faults.map(({ reason }) => reason)),
  ];

  it('the newest seals, all verify, and each seal says which by an id that is not the key', async () => {
    const own = (await auditKeys({ db, keys: [] }, [])).current.id;
    expect(await sealed(FIRST)).toBe(await idOfKey(FIRST));
    expect(await sealed(SECOND, FIRST)).toBe(await idOfKey(SECOND));
    const { faults: none, runs } = await inspect([SECOND, FIRST]);
    expect(none).toEqual([]);
    expect(runs.map(({ id }) => id)).toEqual([own, await idOfKey(FIRST), await idOfKey(SECOND)]);
    expect(runs.map(({ from, to }) => to >= from)).toEqual([true, true, true]);
    // The order of those that only verify is nobody's business; without one of them its seals are told of.
    expect(await reasons(FIRST, SECOND)).toEqual([]);
    expect(await reasons(SECOND)).toEqual(['sealed with a key that is not here']);
    expect(JSON.stringify(runs)).not.toMatch(new RegExp([FIRST, SECOND].join('|')));
  });

  it('processes restarted one after another do not take turns: a key that was replaced seals no more', async () => {
    expect(await sealed(FIRST, SECOND)).toBe(await idOfKey(SECOND));
    await expect(sealed(FIRST)).rejects.toMatchObject({ name: 'AuditKeyReplaced' });
    await expect(sealed()).rejects.toMatchObject({ name: 'AuditKeyReplaced' });
    expect((await inspect([SECOND, FIRST])).unsealed).toBe(2);
    const said: object[] = [];
    const log = { info: () => undefined, error: (facts: object) => void said.push(facts) };
    await runSealing({
      database: server.database,
      dataDir: server.dataDir,
      auditKeys: [FIRST],
      secretsKeys: [],
      timeZone: 'Asia/Kolkata',
      clock: () => NOW,
      tell: async () => undefined,
      log,
    });
    expect(said).toEqual([
      expect.objectContaining({ kind: 'AuditKeyReplaced', why: expect.stringContaining(await idOfKey(SECOND)) }),
    ]);
    expect(await sealed(SECOND, FIRST)).toBe(await idOfKey(SECOND));
    expect(await inspect([SECOND, FIRST])).toMatchObject({ faults: [], unsealed: 0 });
  });

  it.each([
    ['of the database', [], 'sealed with the key of the database after AUDIT_KEY was in use'],
    ['that was replaced', [FIRST], 'sealed with a key after another one had replaced it'],
  ])('a seal made with the key %s is found', async (_name, settings, reason) => {
    await file(await server.as('employee'));
    const { current } = await auditKeys({ db, keys: [] }, settings);
    const last = await lastSeal(db);
    const row = await db
      .selectFrom('audit_log')
      .select(['id', 'hash'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const place = { seq: (last?.seq ?? 0) + 1, audit_id: row.id };
    await unlocked(db, async (tx) => {
      await insertSeals(tx, [
        { ...place, key_id: current.id, seal: sealOf(current, place, row.hash, last?.seal ?? '') },
      ]);
    });
    const found = (await inspect([SECOND, FIRST])).faults;
    expect(found).toEqual([expect.objectContaining({ auditId: row.id, seal: place.seq, reason })]);
    // What is sealed after it is sealed with the newest, and told of is that one seal alone.
    expect(await sealed(SECOND, FIRST)).toBe(await idOfKey(SECOND));
    expect(await reasons(SECOND, FIRST)).toEqual([reason]);
    await unlocked(db, (tx) => tx.deleteFrom('audit_seals').where('seq', '>=', place.seq).execute());
    await sealAudit(db, await auditKeys({ db, keys: [] }, [SECOND, FIRST]));
    expect(await reasons(SECOND, FIRST)).toEqual([]);
  });

  it('a key that is lost is replaced by a new one, and its seals are told of', async () => {
    expect(await sealed(THIRD)).toBe(await idOfKey(THIRD));
    expect(await reasons(THIRD)).toEqual(['sealed with a key that is not here']);
    expect(await reasons(THIRD, SECOND, FIRST)).toEqual([]);
  });
});
