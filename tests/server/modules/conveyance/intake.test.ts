import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { intakeConveyance } from '#contract/calls/conveyance.ts';
import { CONVEYANCE_RATES } from '#contract/limits.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { handIn, intakeRow, KEY, taken } from '#tests/support/conveyance.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { inDays } from '#tests/support/trips.ts';

const URL = intakeConveyance.path;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: KEY });
});
afterAll(() => server.close());
beforeEach(() => {
  // Each test has a minute of its own for what it gets wrong.
  server.clock.now += 61_000;
});

const stored = (tripId: string) =>
  server.database.db.selectFrom('claims').selectAll().where('id', '=', tripId).executeTakeFirstOrThrow();
const count = async () =>
  (
    await server.database.db
      .selectFrom('claims')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

describe('who may hand in', () => {
  it('CNV-4 nobody while no key is set: 404', async () => {
    const without = await startServer();
    for (const key of [KEY, '', 'null'])
      expect((await handIn(without, [intakeRow()], { 'x-api-key': key })).status).toBe(404);
    await without.close();
  });

  it.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['an empty one', { 'x-api-key': '' }],
    ['another one', { 'x-api-key': 'another' }],
    ['the beginning of it', { 'x-api-key': KEY.slice(0, -1) }],
    ['more than it', { 'x-api-key': `${KEY}x` }],
    ['other letters', { 'x-api-key': KEY.toUpperCase() }],
    ['it in another header', { token: KEY }],
  ])('CNV-4 %s: 401, and nothing is taken or read', async (_name, headers) => {
    const before = await count();
    expect((await handIn(server, [intakeRow()], headers)).body).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(
      (await server.with(null).send('POST', URL, '{not json', { 'content-type': 'application/json', ...headers }))
        .status,
    ).toBe(401);
    expect(await count()).toBe(before);
  });

  it('a session is no key, and a key is no session', async () => {
    expect((await (await server.as('admin')).post(URL, [intakeRow()])).status).toBe(401);
    expect(
      (await server.with(null).get('/api/v1/allExpense/search?primaryExpenseType=1', { 'x-api-key': KEY })).status,
    ).toBe(401);
  });

  it('after ten wrong keys in a minute the address waits, even with the right one', async () => {
    for (let i = 0; i < 10; i += 1) expect((await handIn(server, [], { 'x-api-key': `guess ${i}` })).status).toBe(401);
    const answer = await handIn(server, [intakeRow()]);
    expect([answer.status, answer.body['code']]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    server.clock.now += 61_000;
    expect((await handIn(server, [intakeRow()])).status).toBe(200);
  });

  it('the key is in no line of the log', () => {
    expect(server.logs.join('\n')).not.toContain(KEY);
  });
});

describe('a list of trips', () => {
  it('CNV-4 makes a claim of each, owned by its traveller, pending with their manager, its source logged', async () => {
    const row = intakeRow({
      employeeEmail: email('employee3').toUpperCase(),
      travelDate: inDays(-3) + 7_200_000,
      remarks: ' Urgent ',
    });
    const { done, refused } = taken(await handIn(server, [row]));
    expect({ done, refused }).toEqual({
      done: [{ externalId: row['externalId'], tripId: expect.stringMatching(/^CNV[0-9A-Z]{20}$/) }],
      refused: [],
    });
    const claim = await stored(done[0]?.tripId ?? '');
    expect(claim).toMatchObject({
      kind: 1,
      owner_id: idOf('employee3'),
      manager_id: idOf('manager2'),
      type: 'CAB',
      expense_date: '2026-07-12',
      claim_amount: 41_250,
      remarks: 'Urgent',
      manager_status: 'MANAGER_PENDING',
      finance_status: 'FINANCE_PENDING',
      version: 1,
      details: {
        externalId: row['externalId'],
        clientName: 'Kaveri Foods',
        fromLocation: 'Indiranagar',
        toLocation: 'Peenya',
        distance: 18.4,
        limit: null,
      },
      created_at: server.clock.now,
    });
    const log = await server.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', claim.id)
      .execute();
    expect(log).toMatchObject([
      {
        action: 'intake',
        version: 1,
        record_kind: 'claim',
        before: null,
        after: { clientName: 'Kaveri Foods', distanceTravelled: 18.4, claimAmount: 41_250 },
        origin: expect.stringMatching(/^sales app 127\.0\.0\.1/),
      },
    ]);
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('CNV-3 the amount of one’s own vehicle is computed, whatever was sent; of others it must be there', async () => {
    const rows = [
      intakeRow({ conveyanceType: 'SELF_CAR', distanceTravelled: 12.345, claimAmount: 99_999 }),
      intakeRow({ conveyanceType: 'SELF_BIKE', distanceTravelled: 7, claimAmount: undefined }),
      intakeRow({ claimAmount: undefined }),
      intakeRow({ conveyanceType: 'SELF_CAR', distanceTravelled: 0 }),
    ];
    const { done, refused } = taken(await handIn(server, rows));
    const [car, bike] = await Promise.all(done.map((item) => stored(item.tripId)));
    expect([car?.claim_amount, bike?.claim_amount]).toEqual([
      Math.round(12.345 * CONVEYANCE_RATES.SELF_CAR),
      7 * CONVEYANCE_RATES.SELF_BIKE,
    ]);
    expect(car?.details).toMatchObject({ limit: car?.claim_amount });
    expect(refused).toEqual([
      { row: 2, externalId: rows[2]?.['externalId'], code: 'INVALID', message: 'Please enter claim amount' },
      {
        row: 3,
        externalId: rows[3]?.['externalId'],
        code: 'INVALID',
        message: 'distanceTravelled must be more than 0',
      },
    ]);
  });

  it('CNV-4 is taken once, whatever else its rows say the next time', async () => {
    const row = intakeRow();
    const first = taken(await handIn(server, [row])).done;
    const before = await count();
    for (const changes of [
      {},
      { claimAmount: 1 },
      { employeeEmail: email('employee2') },
      { employeeEmail: 'nobody@example.com' },
      { conveyanceType: 'ROCKET', travelDate: 'soon' },
      { externalId: ` ${String(row['externalId'])} ` },
    ]) {
      expect(taken(await handIn(server, [{ ...row, ...changes }])).done).toEqual(first);
    }
    expect([await count(), (await stored(first[0]?.tripId ?? '')).claim_amount]).toEqual([before, 41_250]);
  });

  it('CNV-4 judges each row by itself; the same trip twice in a list is one claim', async () => {
    const good = intakeRow();
    const wrong = intakeRow({ employeeEmail: 'nobody@example.com' });
    const rows = [
      wrong,
      good,
      null,
      5,
      [],
      {},
      { ...good, claimAmount: 7 },
      { ...wrong, employeeEmail: email('employee') },
      { ...wrong, employeeEmail: 'nobody@example.com' },
    ];
    const { done, refused } = taken(await handIn(server, rows));
    expect(done.map((item) => item.externalId)).toEqual([
      good['externalId'],
      good['externalId'],
      wrong['externalId'],
      wrong['externalId'],
    ]);
    expect(new Set(done.map((item) => item.tripId)).size).toBe(2);
    expect(refused.map((item) => item.row)).toEqual([0, 2, 3, 4, 5]);
    expect(refused[0]).toEqual({
      row: 0,
      externalId: wrong['externalId'],
      code: 'INVALID',
      message: 'No employee has the address nobody@example.com',
    });
    expect((await stored(done[0]?.tripId ?? '')).claim_amount).toBe(41_250);
  });

  it.each<[string, Record<string, unknown>]>([
    ['nobody of ours', { employeeEmail: 'stranger@example.com' }],
    ['no address', { employeeEmail: '' }],
    ['no id', { externalId: undefined }],
    ['an id of blanks', { externalId: '  ' }],
    ['an id that is a number', { externalId: 5 }],
    ['an id of 101 letters', { externalId: 'x'.repeat(101) }],
    ['tomorrow', { travelDate: inDays(1) }],
    ['no day', { travelDate: null }],
    ['a type that is none', { conveyanceType: 'HORSE' }],
    ['a type of the prototype', { conveyanceType: 'constructor' }],
    ['a distance below nothing', { distanceTravelled: -1 }],
    ['a distance without end', { distanceTravelled: 1e9 }],
    ['Z33 an amount of nothing', { claimAmount: 0 }],
    ['Z33 an amount of another script', { claimAmount: '१२३' }],
    ['Z33 an amount with an exponent', { claimAmount: '1e3' }],
    ['Z35 a client with a bell', { clientName: 'A\u0007' }],
    ['a client of two lines', { clientName: 'A\nB' }],
    ['no client', { clientName: undefined }],
    ['remarks of 2,001 letters', { remarks: 'x'.repeat(2001) }],
  ])('CNV-4 a row with %s is refused, and its neighbour taken', async (_name, changes) => {
    const neighbour = intakeRow();
    const { done, refused } = taken(await handIn(server, [intakeRow(changes), neighbour]));
    expect(done.map((item) => item.externalId)).toEqual([neighbour['externalId']]);
    expect(refused).toMatchObject([{ row: 0, code: 'INVALID', message: expect.any(String) }]);
  });

  it('Z24 Z37 takes only the fields it knows, as text', async () => {
    const row = intakeRow({
      clientName: "'); drop table claims; --",
      managerApprovalStatus: 'MANAGER_APPROVED',
      version: 9,
      id: 'CNV1',
      owner_id: idOf('admin'),
      limit: 5,
    });
    const claim = await stored(taken(await handIn(server, [row])).done[0]?.tripId ?? '');
    expect(claim).toMatchObject({
      manager_status: 'MANAGER_PENDING',
      version: 1,
      owner_id: idOf('employee'),
      details: { clientName: "'); drop table claims; --", limit: null },
    });
  });

  it('who was removed takes no more trips', async () => {
    await server.database.db
      .updateTable('people')
      .set({ disabled: true })
      .where('id', '=', idOf('campaign-user'))
      .execute();
    expect(taken(await handIn(server, [intakeRow({ employeeEmail: email('campaign-user') })])).refused).toHaveLength(1);
  });

  it.each<[string, unknown, number]>([
    ['nothing', undefined, 422],
    ['an object', { rows: [] }, 422],
    ['an empty list', [], 422],
    ['501 trips', Array.from({ length: 501 }, () => ({})), 422],
    ['a text', 'rows', 422],
  ])('CNV-4 %s is refused as a whole', async (_name, body, status) => {
    expect((await handIn(server, body)).status).toBe(status);
  });

  it('CNV-4 takes 500 at once, and the same 500 from two sides at once make 500 claims', async () => {
    const rows = Array.from({ length: 500 }, (_, i) =>
      intakeRow({ employeeEmail: email(i % 2 ? 'employee' : 'employee2') }),
    );
    const before = await count();
    const answers = await Promise.all([handIn(server, rows), handIn(server, rows.toReversed()), handIn(server, rows)]);
    const [one, two, three] = answers.map(
      (answer) => new Map(taken(answer).done.map((item) => [item.externalId, item.tripId])),
    );
    expect([one?.size, await count()]).toEqual([500, before + 500]);
    expect([...(two ?? [])].toSorted()).toEqual([...(one ?? [])].toSorted());
    expect([...(three ?? [])].toSorted()).toEqual([...(one ?? [])].toSorted());
    expect(await verifyAudit(server.database.db)).toBeNull();
    expect(server.clock.now).toBeGreaterThan(NOW);
  });
});
