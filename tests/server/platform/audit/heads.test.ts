import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendAudit, auditRow } from '#server/platform/audit/audit.ts';
import {
  brokenHeads,
  headDigest,
  headsFrom,
  isSigned,
  placesOf,
  publishHeads,
  readSigner,
  type Signer,
} from '#server/platform/audit/heads.ts';
import { leafHash, pathOf, rootOf } from '#server/platform/audit/merkle.ts';
import { auditKeys, sealAudit } from '#server/platform/audit/seals.ts';
import { canonicalJson } from '#server/platform/base/canonical.ts';
import { idOf } from '#tests/support/people.ts';
import { fc } from '#tests/support/property.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { takenBack } from './auditFixtures.ts';

let server: TestServer;
let signer: Signer;
beforeAll(async () => {
  server = await startServer();
  signer = await readSigner({ db: server.database.db, keys: server.env.secretsKeys });
});
afterAll(() => server.close());

const DAY = 86_400_000;
const tell = async (): Promise<void> => undefined;
let rows = 0;
/** Appends rows, seals them and publishes what is due on that day. */
async function day(n: number, count: number): Promise<number> {
  const { db } = server.database;
  for (let each = 0; each < count; each += 1) {
    rows += 1;
    const what = {
      recordId: `VEW${rows}`,
      recordKind: 'view',
      version: 1,
      at: NOW + n * DAY,
      actorId: idOf('employee'),
    };
    await appendAudit(db, { ...what, action: 'view', before: null, after: { what: 'trips' }, origin: '' }, '');
  }
  await sealAudit(db, await auditKeys({ db, keys: server.env.secretsKeys }, []));
  const now = NOW + n * DAY;
  return publishHeads(db, signer, { day: new Date(now).toISOString().slice(0, 10), now, tell });
}
const broken = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { reason } of brokenHeads(server.database.db)) found.push(reason);
  return found;
};

describe('AUD-23 the tree over the rows of a head', () => {
  it('a path leads from each leaf to the root, and from no other leaf', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (size, pick) => {
        const leaves = Array.from({ length: size }, (_, n) => leafHash(`leaf ${n}`));
        const at = pick % size;
        expect(pathOf(leaves, at).length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
        const other = [...leaves];
        other[at] = leafHash('another');
        expect(rootOf(other).equals(rootOf(leaves))).toBe(false);
      }),
    );
  });
});

describe('AUD-23 heads of the log', () => {
  it('one a day, over what was sealed since, signed, each naming the one before', async () => {
    expect([await day(0, 3), await day(0, 2), await day(1, 1), await day(2, 0), await day(2, 5)]).toEqual([
      1, 0, 1, 0, 1,
    ]);
    const heads = await headsFrom(server.database.db, 0);
    expect(heads.map(({ head: { number, from, to } }) => [number, from, to])).toEqual([
      [1, 1, 3],
      [2, 4, 6],
      [3, 7, 11],
    ]);
    for (const [n, signed] of heads.entries()) {
      expect(isSigned(canonicalJson(signed.head), signed)).toBe(true);
      expect(signed.head.previous).toBe(n === 0 ? '' : headDigest(heads[n - 1]!.head));
      expect(signed.publicKey).toBe(signer.publicKey);
    }
    expect(await broken()).toEqual([]);
  });

  it('a row has its place under the head that holds it; one that is newer has none yet', async () => {
    const { db } = server.database;
    const ids = (await db.selectFrom('audit_log').select('id').orderBy('id').execute()).map(({ id }) => id);
    await appendAudit(
      db,
      {
        recordId: 'VEWNEW',
        recordKind: 'view',
        version: 1,
        at: NOW,
        actorId: null,
        action: 'view',
        before: null,
        after: null,
        origin: '',
      },
      '',
    );
    const { places, heads } = await placesOf(db, [...ids.slice(3), 1_000_000]);
    expect(places.at(-1)).toBeNull();
    expect(places.slice(0, -1).map((place) => place?.head)).toEqual([2, 2, 2, 3, 3, 3, 3, 3]);
    expect(heads.map(({ head }) => head.number)).toEqual([2, 3]);
  });

  it('AUD-4 a row that was changed with all its hashes is found by the head that held it', async () => {
    const { db } = server.database;
    const found = await takenBack(db, async (tx) => {
      await sql`alter table audit_log disable trigger user`.execute(tx);
      const row = await tx
        .selectFrom('audit_log')
        .selectAll()
        .where('record_id', '=', 'VEW2')
        .executeTakeFirstOrThrow();
      const { hash } = auditRow(
        {
          recordId: 'VEW2',
          recordKind: 'view',
          version: 1,
          at: row.at,
          actorId: row.actor_id,
          action: 'view',
          before: null,
          after: { what: 'claims' },
          origin: '',
        },
        '',
      );
      await sql`update audit_log set hash = ${hash}, after = '{"what":"claims"}' where id = ${row.id}`.execute(tx);
      const reasons: string[] = [];
      for await (const { reason } of brokenHeads(tx)) reasons.push(reason);
      return reasons;
    });
    expect(found).toEqual(['head 1 of 2026-07-15 holds other rows']);
  });

  it('of two processes at once one publishes', async () => {
    await server.database.db.transaction().execute(async () => undefined);
    const { db } = server.database;
    const told: number[] = [];
    const at = { day: '2026-08-01', now: NOW, tell: async () => void told.push(NOW) };
    await sealAudit(db, await auditKeys({ db, keys: server.env.secretsKeys }, []));
    const counts = await Promise.all([publishHeads(db, signer, at), publishHeads(db, signer, at)]);
    expect([counts.toSorted(), told]).toEqual([[0, 1], [NOW]]);
  });

  it('the database refuses to change a head', async () => {
    for (const statement of ["update audit_heads set root = ''", 'delete from audit_heads', 'truncate audit_heads'])
      await expect(sql.raw(statement).execute(server.database.db)).rejects.toMatchObject({ code: '42501' });
  });
});
