import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tables } from '#server/platform/database/tables.ts';
import { lastSeal } from '#server/platform/audit/repository/seals.ts';
import { appendAudit, auditRow, type AuditEntry } from '#server/platform/audit/audit.ts';
import { auditKeys, inspectAudit, sealAudit, type AuditHead, type AuditReport } from '#server/platform/audit/seals.ts';
import { idOf } from '#tests/support/people.ts';
import { fc } from '#tests/support/property.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { takenBack } from './auditFixtures.ts';

/**
 * Random rows, sealed with one key after another, then tampered with at random by who owns the database and has no key:
 * what differs is named, and where; and nothing is named where nothing differs.
 */

const KEYS = ['k7Qp2xWz9LmN4vRt8YbC3dFg6HjS1aEu', 'Zr5Tn8Lc2Vx6Bq1Mw4Kp7Hd3Jf9Gs0YaE'];

let server: TestServer;
let db: Kysely<Tables>;
beforeAll(async () => {
  server = await startServer();
  ({ db } = server.database);
});
afterAll(() => server.close());

const inspect = async (on: Kysely<Tables>, heads: readonly AuditHead[] = []): Promise<AuditReport> =>
  inspectAudit(on, await auditKeys({ db: on, keys: [] }, KEYS), heads, 100_000);

const facts = fc.option(
  fc.dictionary(fc.constantFrom('amount', 'remarks', 'é', 'deep'), fc.jsonValue({ maxDepth: 2 }).map(storable)),
  { nil: null },
);
/** What a column of JSON gives back as it took it. */
function storable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value)
      .replaceAll('\\u0000', '')
      .replace(/\\ud[89a-f][0-9a-f]{2}/gi, '')
      .replaceAll('-0', '0'),
  ) as unknown;
}
const entries = fc.array(
  fc.record({
    record: fc.integer({ min: 0, max: 4 }),
    actorId: fc.constantFrom(null, idOf('employee'), idOf('manager')),
    onBehalfOf: fc.constantFrom(null, idOf('director')),
    action: fc.constantFrom('create', 'edit', 'sign-in', 'view'),
    before: facts,
    after: facts,
    origin: fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\u0000', '')),
    requestKey: fc.option(fc.stringMatching(/^[a-z0-9]{8}$/), { nil: null }),
    kind: fc.constantFrom('claim-like', 'session', 'refusal'),
  }),
  { minLength: 3, maxLength: 9 },
);

let round = 0;
/** Appends rows to chains of their own, half of them sealed with the first key and the rest with the next. */
async function grow(wanted: typeof entries extends fc.Arbitrary<infer Rows> ? Rows : never, at: number): Promise<void> {
  round += 1;
  const chains = new Map<string, { version: number; hash: string }>();
  for (const [n, { record, kind, ...each }] of wanted.entries()) {
    const recordId = `TST${round}-${record}`;
    const last = chains.get(recordId) ?? { version: 0, hash: '' };
    const entry: AuditEntry = { ...each, recordId, recordKind: kind, version: last.version + 1, at: NOW + n };
    await appendAudit(db, entry, last.hash);
    chains.set(recordId, { version: entry.version, hash: auditRow(entry, last.hash).hash });
    if (n === at) await sealAudit(db, await auditKeys({ db, keys: [] }, KEYS));
  }
  await sealAudit(db, await auditKeys({ db, keys: [] }, KEYS));
}

interface Place {
  id: number;
  seq: number;
}
/** What a tampering must be told of: a row by its id, a seal by its number, or that the log was longer. */
type Trace = { row: number } | { seal: number } | { only: number[] } | 'longer' | 'unsealed';
type Tampering = (
  tx: Kysely<Tables>,
  places: readonly Place[],
  pick: (of: readonly Place[]) => Place,
) => Promise<Trace[]>;

/** Another value for each column of a row. */
const COLUMNS: Readonly<Record<string, string>> = {
  record_id: `record_id || 'x'`,
  record_kind: `record_kind || 'x'`,
  version: 'version + 100',
  at: 'at + 1',
  actor_id: `case when actor_id is null then '${idOf('admin')}' end`,
  on_behalf_of: `case when on_behalf_of is null then '${idOf('admin')}' end`,
  action: `action || '!'`,
  before: `coalesce(before, '{}') || '{"forged": 1}'`,
  after: `coalesce(after, '{}') || '{"forged": 1}'`,
  origin: `origin || ' '`,
  request_key: `coalesce(request_key, '') || 'k'`,
  previous_hash: `previous_hash || 'g'`,
  hash: `overlay(hash placing 'g' from 1)`,
};
const SEALS: Readonly<Record<string, string>> = {
  key_id: `overlay(key_id placing 'g' from 1)`,
  seal: `overlay(seal placing 'g' from 1)`,
  audit_id: '-audit_id',
  seq: '-seq',
};

const change =
  (table: 'audit_log' | 'audit_seals', column: string, value: string): Tampering =>
  async (tx, places, pick) => {
    const { id, seq } = pick(places);
    const [name, key] = table === 'audit_log' ? ['id', id] : ['seq', seq];
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${sql.raw(value)} where ${sql.ref(name)} = ${key}`.execute(
      tx,
    );
    if (table === 'audit_log') return [{ row: id }];
    // Of a seal that went elsewhere the next one tells; of the last, the head.
    if (column === 'seq') return seq === places.length ? ['longer'] : [{ seal: seq + 1 }];
    return [{ seal: seq }];
  };

/** Gives a row another content and recomputes every hash of its chain, as somebody without a key can. */
const rechain: Tampering = async (tx, places, pick) => {
  const { id } = pick(places);
  const from = await tx.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const chain = await tx
    .selectFrom('audit_log')
    .selectAll()
    .where('record_id', '=', from.record_id)
    .where('version', '>=', from.version)
    .orderBy('version')
    .execute();
  let previous = from.previous_hash;
  for (const row of chain) {
    const origin = row.id === id ? `${row.origin}, forged` : row.origin;
    const { hash } = auditRow(
      {
        recordId: row.record_id,
        recordKind: row.record_kind,
        version: row.version,
        at: row.at,
        actorId: row.actor_id,
        onBehalfOf: row.on_behalf_of,
        action: row.action,
        before: row.before,
        after: row.after,
        origin,
        requestKey: row.request_key,
      },
      previous,
    );
    await tx.updateTable('audit_log').set({ origin, hash, previous_hash: previous }).where('id', '=', row.id).execute();
    previous = hash;
  }
  return chain.map((row) => ({ row: row.id }));
};

/** Puts in a row under an id of one's choice. */
const put = (tx: Kysely<Tables>, row: object): Promise<unknown> =>
  sql`
    insert into audit_log overriding system value select * from
    jsonb_populate_record(null::audit_log, ${JSON.stringify(row)}::jsonb)`.execute(tx);

const swap: Tampering = async (tx, places, pick) => {
  const one = pick(places);
  const other = pick(places.filter(({ id }) => id !== one.id));
  const take = async (id: number) =>
    tx.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const [first, second] = [await take(one.id), await take(other.id)];
  await tx.deleteFrom('audit_log').where('id', 'in', [one.id, other.id]).execute();
  for (const [row, id] of [
    [first, other.id],
    [second, one.id],
  ] as const) {
    await put(tx, { ...row, id });
  }
  return [{ row: one.id }, { row: other.id }];
};

/** Of rows here and there another column each: those are named, and none but those and the next of their chains. */
const several: Tampering = async (tx, places, pick) => {
  const picked = [...new Map([1, 2, 3, 4].map(() => pick(places)).map((place) => [place.id, place])).values()];
  const chains = await tx.selectFrom('audit_log').select(['id', 'record_id', 'version']).execute();
  const next = picked.flatMap(({ id }) => {
    const row = chains.find((each) => each.id === id);
    return chains
      .filter((each) => each.record_id === row?.record_id && each.version === row.version + 1)
      .map((each) => each.id);
  });
  const columns = Object.entries(COLUMNS);
  for (const place of picked) {
    const [column, value] = columns[(place.id + picked.length) % columns.length] ?? ['at', 'at + 1'];
    await change('audit_log', column, value)(tx, places, () => place);
  }
  return [...picked.map(({ id }) => ({ row: id })), { only: [...picked.map(({ id }) => id), ...next] }];
};

const forged = (version: number): AuditEntry => ({
  recordId: `FRG${version}`,
  recordKind: 'claim-like',
  version: 1,
  at: NOW,
  actorId: idOf('admin'),
  action: 'create',
  before: null,
  after: { forged: true },
  origin: 'nowhere',
});

const TAMPERINGS: Readonly<Record<string, Tampering>> = {
  ...Object.fromEntries(
    Object.entries(COLUMNS).map(([column, value]) => [
      `the column ${column} of a row`,
      change('audit_log', column, value),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(SEALS).map(([column, value]) => [
      `the column ${column} of a seal`,
      change('audit_seals', column, value),
    ]),
  ),
  'a row taken out': async (tx, places, pick) => {
    const { id } = pick(places);
    await tx.deleteFrom('audit_log').where('id', '=', id).execute();
    return [{ row: id }];
  },
  'a row taken out, and its seal': async (tx, places, pick) => {
    const { id, seq } = pick(places);
    await tx.deleteFrom('audit_log').where('id', '=', id).execute();
    await tx.deleteFrom('audit_seals').where('seq', '=', seq).execute();
    return seq === places.length ? ['longer'] : [{ seal: seq + 1 }];
  },
  'a seal taken out': async (tx, places, pick) => {
    const { seq } = pick(places);
    await tx.deleteFrom('audit_seals').where('seq', '=', seq).execute();
    return seq === places.length ? ['longer', 'unsealed'] : [{ seal: seq + 1 }, 'unsealed'];
  },
  'a row put in at the end': async (tx) => {
    await appendAudit(tx, forged(1), '');
    return ['unsealed'];
  },
  'a row put in before all others': async (tx) => {
    const row = auditRow(forged(2), '');
    await put(tx, { ...row, id: -1_000_000, after: JSON.parse(row.after ?? 'null') as unknown });
    return [{ row: -1_000_000 }];
  },
  'the tail cut off, rows and seals': async (tx, places, pick) => {
    const { seq } = pick(places);
    const ids = places.filter((place) => place.seq >= seq).map(({ id }) => id);
    await tx.deleteFrom('audit_log').where('id', 'in', ids).execute();
    await tx.deleteFrom('audit_seals').where('seq', '>=', seq).execute();
    return ['longer'];
  },
  'a chain rebuilt without a key': rechain,
  'two rows swapped': swap,
  'several rows, each another column': several,
};

/** Tampers, looks, and takes it back. */
const after = (
  work: (tx: Kysely<Tables>) => Promise<Trace[]>,
  heads: readonly AuditHead[],
): Promise<{ traces: Trace[]; report: AuditReport }> =>
  takenBack(db, async (tx) => ({ traces: await work(tx), report: await inspect(tx, heads) }));

const isTold = (trace: Trace, { faults, unsealed }: AuditReport): boolean => {
  if (trace === 'longer')
    return faults.some(({ auditId, reason }) => auditId === null && reason.startsWith('the log was longer'));
  if (trace === 'unsealed') return unsealed > 0;
  if ('only' in trace) return faults.every(({ auditId }) => auditId !== null && trace.only.includes(auditId));
  return faults.some(({ auditId, seal }) => ('row' in trace ? auditId === trace.row : seal === trace.seal));
};

describe('S16 AUD-4 whatever is done to the log is named, and where', () => {
  it.each(Object.entries(TAMPERINGS))('%s', async (_name, tamper) => {
    await fc.assert(
      fc.asyncProperty(entries, fc.nat(8), fc.infiniteStream(fc.nat()), async (rows, at, picks) => {
        await grow(rows, at);
        const seals = await db.selectFrom('audit_seals').select(['seq', 'audit_id']).orderBy('seq').execute();
        const places = seals.map(({ seq, audit_id: id }) => ({ seq, id }));
        const head = await lastSeal(db);
        const heads = [{ day: '2026-07-15', seq: head?.seq ?? 0, seal: head?.seal ?? '' }];
        expect(await inspect(db, heads)).toMatchObject({ faults: [], unsealed: 0 });
        const pick = (of: readonly Place[]): Place => {
          const place = of[(picks.next().value ?? 0) % of.length];
          if (!place) throw new Error('There is no row');
          return place;
        };
        const { traces, report } = await after((tx) => tamper(tx, places, pick), heads);
        for (const trace of traces)
          expect([trace, isTold(trace, report), report.faults.slice(0, 3)]).toEqual([trace, true, expect.anything()]);
      }),
      { numRuns: 6 },
    );
  });
});
