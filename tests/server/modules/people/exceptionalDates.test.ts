import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  exceptionalDateHistory,
  exceptionalDates,
  exceptionalExpenseDate,
  setExceptionalDate,
} from '#contract/calls/exceptionalDates.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { HistoryRow } from '#contract/record.ts';
import type { PersonDate } from '#contract/user.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { inDays } from '#tests/support/trips.ts';

let server: TestServer;
let admin: Api;
let employee: Api;
beforeAll(async () => {
  server = await startServer();
  [admin, employee] = await Promise.all([server.as('admin'), server.as('employee')]);
});
afterAll(() => server.close());

const set = (body: unknown, headers: Record<string, string> = {}, api = admin): Promise<Answer> =>
  api.put(urlOf(setExceptionalDate), body, headers);
const history = async (who: string) =>
  dataOf<PersonDate & { history: HistoryRow[] }>(
    await admin.get(urlOf(exceptionalDateHistory, { query: { email: who } })),
  );
const refusalOf = ({ status, body }: Answer) => [status, body['code'], body['message'], body['errors']];
const OWNER = email('employee');

describe('admins set the exceptional date', () => {
  it('EXC-2 EXC-1: it is set, read by the person, changed and cleared; each is one row of the history', async () => {
    expect(dataOf<PersonDate>(await set({ email: OWNER, date: inDays(-200) }))).toEqual({
      name: 'Asha Nair',
      email: OWNER,
      employeeCode: 'KH1001',
      date: inDays(-200),
      version: 1,
    });
    expect((await employee.get(urlOf(exceptionalExpenseDate))).body['data']).toBe(inDays(-200));
    // Any moment of a day is that day, and capitals are the same person.
    expect(dataOf<PersonDate>(await set({ email: OWNER.toUpperCase(), date: inDays(-100) + 3_600_000 }))).toMatchObject(
      { date: inDays(-100), version: 2 },
    );
    expect(dataOf<PersonDate[]>(await admin.get(urlOf(exceptionalDates)))).toMatchObject([
      { email: OWNER, date: inDays(-100), version: 2 },
    ]);
    expect(dataOf<PersonDate>(await set({ email: OWNER, date: null }))).toMatchObject({ date: null, version: 3 });
    expect((await employee.get(urlOf(exceptionalExpenseDate))).body['data']).toBeNull();
    expect(dataOf<PersonDate[]>(await admin.get(urlOf(exceptionalDates)))).toEqual([]);
    const { history: rows, version } = await history(OWNER);
    expect(version).toBe(3);
    expect(rows.map(({ what, by, onBehalfOf, changes }) => [what, by, onBehalfOf, changes])).toEqual([
      [
        'Exceptional date cleared',
        expect.any(String),
        null,
        [{ field: 'Exceptional date', before: '06-04-2026', after: null }],
      ],
      [
        'Exceptional date set',
        expect.any(String),
        null,
        [{ field: 'Exceptional date', before: '27-12-2025', after: '06-04-2026' }],
      ],
      [
        'Exceptional date set',
        expect.any(String),
        null,
        [{ field: 'Exceptional date', before: null, after: '27-12-2025' }],
      ],
    ]);
  });

  it('AUD-1: the log says who, for whom, what, from where; and holds', async () => {
    const row = await server.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', idOf('employee'))
      .where('version', '=', 1)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      record_kind: 'person',
      actor_id: idOf('admin'),
      on_behalf_of: idOf('employee'),
      action: 'exceptional-date',
      before: { exceptionalDate: null },
      after: { exceptionalDate: '2025-12-27' },
    });
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('WIRE-8 EXC-2: the same key is answered again and makes nothing; what is so already leaves no trace', async () => {
    const who = email('employee2');
    const once = await set({ email: who, date: inDays(-120) }, { 'Idempotency-Key': 'exceptional-1' });
    const again = await set({ email: who, date: inDays(-120) }, { 'Idempotency-Key': 'exceptional-1' });
    expect(again.body).toEqual(once.body);
    expect(dataOf<PersonDate>(await set({ email: who, date: inDays(-120) }))).toMatchObject({ version: 1 });
    expect((await history(who)).history).toHaveLength(1);
    expect((await set({ email: who, date: null }, { 'Idempotency-Key': 'exceptional-1' })).status).toBe(422);
  });

  it('OB-10 EXC-2: on the version that was seen, else both are shown', async () => {
    const who = email('employee3');
    await set({ email: who, date: inDays(-150) }, { 'If-Match': '"0"' });
    const late = await set({ email: who, date: inDays(-90) }, { 'If-Match': '"0"' });
    expect([late.status, late.body['code'], late.body['current']]).toEqual([
      409,
      'VERSION_CONFLICT',
      { name: expect.any(String), email: who, employeeCode: expect.any(String), date: inDays(-150), version: 1 },
    ]);
    const answers = await Promise.all(
      [-10, -11, -12].map((days) => set({ email: who, date: inDays(days) }, { 'If-Match': '"1"' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it.each<[string, unknown, string, Record<string, string>]>([
    ['nobody', { date: 0 }, 'Please choose a person', { email: 'Please choose a person' }],
    ['blanks', { email: ' ', date: 0 }, 'Please choose a person', { email: 'Please choose a person' }],
    ['no date', { email: OWNER }, 'Please enter exceptional date', { date: 'Please enter exceptional date' }],
    [
      'text for a date',
      { email: OWNER, date: '2026-01-01' },
      'Please enter exceptional date',
      { date: 'Please enter exceptional date' },
    ],
    [
      'a moment outside the years',
      { email: OWNER, date: 1e17 },
      'Please enter exceptional date',
      { date: 'Please enter exceptional date' },
    ],
    [
      'tomorrow',
      { email: OWNER, date: inDays(1) },
      'Exceptional date cannot be in the future',
      { date: 'Exceptional date cannot be in the future' },
    ],
    [
      'a stranger',
      { email: 'nobody@example.com', date: inDays(-1) },
      'Nobody has this e-mail address',
      { email: 'Nobody has this e-mail address' },
    ],
    [
      'nothing',
      null,
      'Please choose a person',
      { email: 'Please choose a person', date: 'Please enter exceptional date' },
    ],
  ])('EXC-2: %s is refused in words', async (_, body, message, errors) => {
    expect(refusalOf(await set(body))).toEqual([422, 'INVALID', message, errors]);
  });

  it('EXC-2: nobody sets their own, and of a stranger there is no history', async () => {
    expect(refusalOf(await set({ email: email('admin'), date: inDays(-1) })).slice(0, 3)).toEqual([
      403,
      'FORBIDDEN',
      'You cannot set your own exceptional date.',
    ]);
    expect((await admin.get(urlOf(exceptionalDateHistory, { query: { email: 'nobody@example.com' } }))).status).toBe(
      404,
    );
    expect((await admin.get('/api/v1/user/exceptionalDateHistory')).status).toBe(400);
  });

  it('ACC-15: a role taken away counts from the next call on', async () => {
    const before = await server.database.db
      .selectFrom('people')
      .select('roles')
      .where('id', '=', idOf('finance2'))
      .executeTakeFirstOrThrow();
    await setRoles(server.database.db, 'finance2', ['admin']);
    const other = await server.as('finance2');
    expect((await set({ email: OWNER, date: inDays(-5) }, {}, other)).status).toBe(200);
    await setRoles(server.database.db, 'finance2', before.roles);
    expect((await set({ email: OWNER, date: inDays(-6) }, {}, other)).status).toBe(403);
  });
});
