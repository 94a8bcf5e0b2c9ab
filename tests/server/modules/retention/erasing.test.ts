import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATA_KINDS, STAY_REASONS, type DataKind, type PlanOfKind } from '#contract/retention.ts';
import { addDays, millisOfDay, type Day } from '#domain/dates.ts';
import { USUAL_PERIODS } from '#domain/retention.ts';
import { eraseDue, planOf, type Eraser, type Judging, type Totals } from '#server/modules/retention/index.ts';
import { auditKeys, inspectAudit, sealAudit } from '#server/platform/audit/seals.ts';
import { idOf } from '#tests/support/people.ts';
import { fc } from '#tests/support/property.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { putClaim, putFile, putTraces, putTrip, ZONE, type SomeClaim } from './someData.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const KEYS = ['k7Qp2xWz9LmN4vRt8YbC3dFg6HjS1aEu'];
const keys = () => auditKeys({ db: server.database.db, keys: [] }, KEYS);
const judgingOn = (today: Day): Judging => ({
  periods: USUAL_PERIODS,
  yearsFrom: [4],
  today,
  timeZone: ZONE,
  now: millisOfDay(today, ZONE) + 3 * 3_600_000,
});
const eraser = async (more: Partial<Eraser> = {}): Promise<Eraser> => ({
  database: server.database,
  files: server.files,
  key: (await keys()).current,
  batch: 3,
  ...more,
});

/** How many rows there are of each kind, and files with their bytes, as the database and the store say. */
async function there(): Promise<Record<DataKind, number> & { files: number }> {
  const { rows } = await sql<Record<string, number>>`select
    ((select count(*) from claims) + (select count(*) from trips)
      + (select count(*) from sheet_uploads))::int as "RECORDS",
    (select count(*) from files where shown_hash <> hash and place_erased_at is null)::int as "PLACES",
    (select count(*) from contacts)::int as "CONTACTS", (select count(*) from sessions)::int as "DEVICES",
    (select count(*) from notifications)::int as "NOTIFICATIONS",
    (select count(*) from audit_log where record_kind = 'session' and origin <> '')::int as "LOG"`.execute(
    server.database.db,
  );
  const files = await server.database.db.selectFrom('files').select(['hash']).execute();
  let stored = 0;
  for (const { hash } of files) if (await server.files.has(hash)) stored += 1;
  return { ...(rows[0] as Record<DataKind, number>), files: stored };
}

const weights = (plan: readonly PlanOfKind[]): Totals =>
  Object.fromEntries(
    plan.filter(({ rows }) => rows > 0).map(({ kind, rows, files, bytes }) => [kind, { rows, files, bytes }]),
  );

const day = (youngest: number, oldest: number) =>
  fc.integer({ min: youngest, max: oldest }).map((back) => addDays('2026-07-15', -back));
const claims = fc.array(
  fc.record({
    day: day(0, 7_000),
    state: fc.constantFrom<SomeClaim['state']>(
      'PENDING',
      'REJECTED',
      'APPROVED',
      'PAID',
      'IN_BATCH',
      'POSTED',
      'WITHDRAWN',
    ),
    trip: fc.option(fc.nat(3), { nil: null }),
    bills: fc.uniqueArray(fc.nat(15), { maxLength: 3 }),
    replaced: fc.uniqueArray(fc.nat(15), { maxLength: 1 }),
    who: fc.constantFrom('employee' as const, 'employee2' as const),
    held: fc.integer({ min: 0, max: 9 }),
  }),
  { minLength: 4, maxLength: 14 },
);
const organisation = fc.record({
  claims,
  files: fc.array(fc.record({ day: day(0, 4_000), place: fc.boolean() }), { minLength: 16, maxLength: 16 }),
  trips: fc.array(fc.record({ day: day(0, 7_000), ticket: fc.option(fc.nat(15), { nil: null }) }), {
    minLength: 4,
    maxLength: 4,
  }),
  traces: fc.array(day(0, 5_000), { maxLength: 8 }),
  personHeld: fc.boolean(),
  today: day(-40, 0),
});

let round = 0;
/** Puts an organisation of these rows in beside what earlier ones left; answers which records are held. */
async function grow(wanted: typeof organisation extends fc.Arbitrary<infer Value> ? Value : never): Promise<string[]> {
  round += 1;
  const { db } = server.database;
  const name = (kind: string, n: number): string => `${kind}${round}-${n}`;
  const files: string[] = [];
  for (const [n, file] of wanted.files.entries())
    files.push(await putFile(server, name('file', n), file.day, file.place));
  const hashes = (of: readonly number[]) => of.map((n) => files[n] ?? '');
  for (const [n, trip] of wanted.trips.entries())
    await putTrip(server, name('TRP', n), trip.day, trip.ticket === null ? [] : hashes([trip.ticket]));
  const held: string[] = [];
  for (const [n, claim] of wanted.claims.entries()) {
    const id = name('EXP', n);
    const { held: chance, trip, bills, replaced, ...rest } = claim;
    await putClaim(server, {
      ...rest,
      id,
      trip: trip === null ? null : name('TRP', trip),
      bills: hashes(bills),
      replaced: hashes(replaced),
    });
    if (chance === 0) held.push(id);
  }
  for (const [n, at] of wanted.traces.entries()) await putTraces(server, name('t', n), at);
  await sql`update legal_holds set lifted_at = 1`.execute(db);
  for (const subject of [...held, ...(wanted.personHeld ? [idOf('employee2')] : [])])
    await sql`insert into legal_holds (id, subject_id, subject_kind, reason, set_by, set_at)
      values (${`LHD${round}${subject}`}, ${subject}, 'record', 'x', ${idOf('org-admin')}, 1)`.execute(db);
  return held;
}

describe('RET-4 what the dry run says is what is erased', () => {
  it('of every kind something goes, and for every reason something stays: the examples have it all', async () => {
    const [went, stayed] = [new Set<string>(), new Set<string>()];
    for (const wanted of fc.sample(organisation, 12)) {
      await grow({ ...wanted, personHeld: false });
      const plan = await planOf(server.database.db, judgingOn(wanted.today));
      for (const { kind, rows, files, stays } of plan) {
        if (rows > 0) went.add(kind);
        if (files > 0) went.add(`${kind} files`);
        for (const { why } of stays) stayed.add(why);
      }
    }
    expect([...went].toSorted()).toEqual([...DATA_KINDS, 'PLACES files', 'RECORDS files'].toSorted());
    expect([...stayed].toSorted()).toEqual([...STAY_REASONS].toSorted());
  });

  it('in random organisations, with holds, on any day; the log holds, and nothing held goes', async () => {
    await fc.assert(
      fc.asyncProperty(organisation, async (wanted) => {
        const { db } = server.database;
        const held = await grow(wanted);
        const judging = judgingOn(wanted.today);
        const before = await there();
        const plan = await planOf(db, judging);
        expect(await there()).toEqual(before);
        const done = await eraseDue(await eraser(), judging);
        expect(done).toEqual(weights(plan));
        const after = await there();
        for (const kind of DATA_KINDS)
          // A picture that went with its record has no place any more either.
          if (kind !== 'PLACES') expect([kind, before[kind] - after[kind]]).toEqual([kind, done[kind]?.rows ?? 0]);
        expect(before.files - after.files).toBe(Object.values(done).reduce((sum, { files }) => sum + files, 0));
        const still = await db
          .selectFrom('claims')
          .select('id')
          .where('id', 'in', ['', ...held])
          .execute();
        expect(still).toHaveLength(held.length);
        // Nothing more goes on the same day, and it is said of nothing.
        const again = await planOf(db, judging);
        expect(weights(again)).toEqual({});
        expect(await eraseDue(await eraser(), judging)).toEqual({});
        await sealAudit(db, await keys());
        expect(await inspectAudit(db, await keys(), [])).toMatchObject({ faults: [], unsealed: 0 });
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it('RET-5 nothing that was erased is left in the log', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_log a
      where a.record_kind in ('claim', 'trip') and a.after::text like '%secret of%'
        and not exists (select 1 from claims c where c.id = a.record_id)
        and not exists (select 1 from trips t where t.id = a.record_id)`.execute(server.database.db);
    expect(rows[0]?.n).toBe(0);
    const { rows: all } = await sql<{ n: number }>`select count(*)::int as n from audit_erased`.execute(
      server.database.db,
    );
    expect(all[0]?.n).toBeGreaterThan(0);
  });

  it('killed after any batch, it goes on to the same end', async () => {
    await fc.assert(
      fc.asyncProperty(organisation, fc.integer({ min: 0, max: 6 }), async (wanted, kill) => {
        await grow({ ...wanted, personHeld: false });
        const judging = judgingOn(wanted.today);
        const plan = await planOf(server.database.db, judging);
        let left = kill;
        const cut = {
          ...server.files,
          remove: async (hash: string) => {
            left -= 1;
            if (left < 0) throw new Error('killed');
            await server.files.remove(hash);
          },
        };
        await eraseDue(await eraser({ files: cut }), judging).catch((error: unknown) => {
          if (!(error instanceof Error) || error.message !== 'killed') throw error;
        });
        expect(await eraseDue(await eraser(), judging)).toEqual(left < 0 ? weights(plan) : {});
        expect(weights(await planOf(server.database.db, judging))).toEqual({});
        expect(await inspectAudit(server.database.db, await keys(), [])).toMatchObject({ faults: [] });
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });

  it('what cannot be written down as erased keeps its bytes: they go last', async () => {
    const hash = await putFile(server, 'kept by a failure', '2010-05-01', false);
    const claim = { id: 'EXPkept', trip: null, day: '2010-05-01', state: 'PAID', who: 'employee' } as const;
    await putClaim(server, { ...claim, bills: [hash], replaced: [] });
    const judging = judgingOn('2026-07-15');
    const failing = await eraser({ key: { ...(await keys()).current, key: null as never } });
    await expect(eraseDue(failing, judging)).rejects.toThrow();
    const { db } = server.database;
    const found = () => db.selectFrom('claims').select('id').where('id', '=', claim.id).execute();
    expect([await found(), await server.files.has(hash)]).toEqual([[{ id: claim.id }], true]);
    await eraseDue(await eraser(), judging);
    expect([await found(), await server.files.has(hash)]).toEqual([[], false]);
  });
});
