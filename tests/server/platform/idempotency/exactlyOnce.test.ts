import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Api } from '#tests/support/api.ts';
import { approve, bulk, create, dataOf, expenseBody, file, own, reject, update } from '#tests/support/expenses.ts';
import { idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let other: Api;
let manager: Api;
let bill: string;
beforeAll(async () => {
  server = await startServer();
  [employee, other, manager] = [await server.as('employee'), await server.as('employee2'), await server.as('manager')];
  bill = await employee.bill('the bill');
});
afterAll(() => server.close());

let keys = 0;
const newKey = (): Record<string, string> => {
  keys += 1;
  return { 'idempotency-key': `key-for-test-${keys}` };
};
const replayed = (answer: Answer): boolean => answer.headers.get('idempotency-replayed') === 'true';
const claims = async (): Promise<number> =>
  (
    await server.database.db
      .selectFrom('claims')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

describe('one key, one change', () => {
  it('WIRE-8 X7 the answer is lost after the commit: the same request gets the stored answer, unchanged', async () => {
    const key = newKey();
    const before = await claims();
    const first = await create(employee, expenseBody(bill), key);
    const again = await create(employee, expenseBody(bill), key);
    expect([first.status, replayed(first), again.status, replayed(again)]).toEqual([200, false, 200, true]);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-key')).toBe(key['idempotency-key']);
    expect(await claims()).toBe(before + 1);
  });

  it('X8 C3 thirty copies at once make one claim, and all that are answered answer the same', async () => {
    const key = newKey();
    const before = await claims();
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(employee, expenseBody(bill), key)));
    expect(await claims()).toBe(before + 1);
    const good = answers.filter((answer) => answer.status === 200);
    expect(new Set(good.map((answer) => answer.text)).size).toBe(1);
    expect(good.filter((answer) => !replayed(answer))).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 200)) {
      expect(answer.body['code']).toBe('IN_PROGRESS');
      expect(answer.headers.get('retry-after')).not.toBeNull();
    }
  });

  it('WIRE-10 an edit, a decision and a bulk decision are replayed too, although the record has moved on', async () => {
    const claim = await file(employee);
    const print = claim.billUrl[0]?.fingerPrint ?? '';
    const [edit, decision, many] = [newKey(), newKey(), newKey()];
    const edited = await update(employee, claim.expenseId, expenseBody(print, { remarks: 'once' }), {
      ...edit,
      'if-match': '"1"',
    });
    const decided = await approve(
      manager,
      claim.expenseId,
      { managerApprovedAmount: 5 },
      { ...decision, 'if-match': '"2"' },
    );
    const second = await file(employee);
    const result = await bulk(manager, { ids: [second.expenseId, claim.expenseId], approved: true }, many);
    for (const [answer, again] of [
      [
        edited,
        await update(employee, claim.expenseId, expenseBody(print, { remarks: 'once' }), {
          ...edit,
          'if-match': '"1"',
        }),
      ],
      [
        decided,
        await approve(manager, claim.expenseId, { managerApprovedAmount: 5 }, { ...decision, 'if-match': '"2"' }),
      ],
      [result, await bulk(manager, { ids: [second.expenseId, claim.expenseId], approved: true }, many)],
    ] as const) {
      expect([answer.status, again.status, replayed(again), again.text === answer.text]).toEqual([
        200,
        200,
        true,
        true,
      ]);
    }
    expect((await own(employee, claim.expenseId)).version).toBe(3);
  });

  it('WIRE-11 the spelling of the request does not matter: a slash, an email, the order of fields', async () => {
    const key = newKey();
    const first = await employee.post(
      '/api/v1/allExpense/create/?email=employee@example.com&primaryExpenseType=0',
      expenseBody(bill),
      key,
    );
    const again = await employee.post(
      '/api/v1/allExpense/create?primaryExpenseType=0',
      Object.fromEntries(Object.entries(expenseBody(bill)).toReversed()),
      key,
    );
    expect([again.status, replayed(again), again.text === first.text]).toEqual([200, true, true]);
  });

  it('without a key it is executed each time', async () => {
    const before = await claims();
    const first = await create(employee, expenseBody(bill));
    expect((await create(employee, expenseBody(bill))).status).toBe(200);
    expect(first.headers.get('idempotency-key')).toBeNull();
    expect(await claims()).toBe(before + 2);
  });

  it('D2 a refusal is not stored: the key is free for the corrected request', async () => {
    const key = newKey();
    expect((await create(employee, expenseBody(bill, { claimAmount: 0 }), key)).status).toBe(422);
    expect((await create(employee, expenseBody('f'.repeat(64)), key)).status).toBe(409);
    const stored = await server.database.db
      .selectFrom('idempotency')
      .selectAll()
      .where('key', '=', key['idempotency-key'] ?? '')
      .execute();
    expect(stored).toEqual([]);
    const good = await create(employee, expenseBody(bill), key);
    expect([good.status, replayed(good)]).toEqual([200, false]);
  });

  it('the key outlives its stored answer in what it made: nothing is made twice, even after 400 days', async () => {
    const key = newKey();
    const claim = dataOf(await create(employee, expenseBody(bill), key));
    await server.database.db.deleteFrom('idempotency').execute();
    const before = await claims();
    const again = await create(employee, expenseBody(bill), key);
    expect([again.status, replayed(again), dataOf(again).expenseId]).toEqual([200, true, claim.expenseId]);
    expect(await claims()).toBe(before);
  });
});

describe('a key used wrongly', () => {
  it.each<[string, (key: Record<string, string>, id: string) => Promise<Answer>]>([
    ['another body', (key) => create(employee, expenseBody(bill, { remarks: 'another' }), key)],
    ['another path', (key, id) => update(employee, id, expenseBody(bill), key)],
  ])('Z31 %s under the same key: 422', async (_name, send) => {
    const key = newKey();
    const claim = dataOf(await create(employee, expenseBody(bill), key));
    const answer = await send(key, claim.expenseId);
    expect([answer.status, answer.body['code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(answer.headers.get('idempotency-key')).toBe(key['idempotency-key']);
  });

  it('Z31 another object under the same key: 422', async () => {
    const [one, two, key] = [await file(employee), await file(employee), newKey()];
    dataOf(await approve(manager, one.expenseId, { managerApprovedAmount: 1 }, key));
    expect((await approve(manager, two.expenseId, { managerApprovedAmount: 1 }, key)).body['code']).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect((await reject(manager, two.expenseId, { managerRemarks: 'x' }, key)).body['code']).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect((await own(employee, two.expenseId)).version).toBe(1);
  });

  it.each([['x'.repeat(300)], ['short'], ['with space in it'], ['semi;colon-key'], ['percent%20key']])(
    'Z31 the key %j is malformed',
    async (key) => {
      const answer = await create(employee, expenseBody(bill), { 'idempotency-key': key });
      expect([answer.status, answer.body['code']]).toEqual([400, 'MALFORMED']);
      expect(answer.headers.get('idempotency-key')).toBeNull();
    },
  );

  it('Z30 another person’s key is a new key of one’s own and tells nothing', async () => {
    const key = newKey();
    const mine = dataOf(await create(employee, expenseBody(bill), key));
    const theirs = await create(other, expenseBody(await other.bill('theirs')), key);
    expect([theirs.status, replayed(theirs)]).toEqual([200, false]);
    expect(dataOf(theirs).expenseId).not.toBe(mine.expenseId);
    expect(dataOf(theirs).userEmail).not.toBe(mine.userEmail);
  });

  it('who may no longer see or decide the record gets no stored answer: access comes first', async () => {
    const [claim, key] = [await file(employee), newKey()];
    dataOf(await approve(manager, claim.expenseId, { managerApprovedAmount: 1 }, key));
    await server.database.db.updateTable('people').set({ roles: [] }).where('id', '=', idOf('manager')).execute();
    expect((await approve(manager, claim.expenseId, { managerApprovedAmount: 1 }, key)).status).toBe(404);
    await server.database.db
      .updateTable('people')
      .set({ roles: ['manager'] })
      .where('id', '=', idOf('manager'))
      .execute();
    expect(replayed(await approve(manager, claim.expenseId, { managerApprovedAmount: 1 }, key))).toBe(true);
  });

  it('an upload ignores a key: its fingerPrint does that work', async () => {
    const { pdf } = await import('#tests/support/files.ts');
    const key = newKey();
    expect((await employee.upload(pdf('one'), 'a.pdf', key)).status).toBe(200);
    const second = await employee.upload(pdf('two'), 'b.pdf', key);
    expect([second.status, replayed(second)]).toEqual([200, false]);
    expect((await employee.upload(pdf('three'), 'c.pdf', { 'idempotency-key': 'bad key' })).status).toBe(200);
  });
});

describe('all or nothing', () => {
  it('WIRE-9 AUD-1 D2 the change, its key and its audit row are there together', async () => {
    const key = newKey();
    const claim = dataOf(await create(employee, expenseBody(bill), key));
    const { db } = server.database;
    const stored = await db
      .selectFrom('idempotency')
      .selectAll()
      .where('key', '=', key['idempotency-key'] ?? '')
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({
      person_id: idOf('employee'),
      record_id: claim.expenseId,
      status: 200,
      method: 'POST',
      path: '/api/v1/allExpense/create',
      created_at: NOW,
    });
    expect(JSON.parse(stored.body)).toEqual({ success: true, data: claim, receipt: expect.any(String) as string });
    expect(
      await db.selectFrom('audit_log').selectAll().where('record_id', '=', claim.expenseId).execute(),
    ).toHaveLength(1);
    expect(
      (await db.selectFrom('claims').select('creation_key').where('id', '=', claim.expenseId).executeTakeFirstOrThrow())
        .creation_key,
    ).toBe(key['idempotency-key']);
  });
});
