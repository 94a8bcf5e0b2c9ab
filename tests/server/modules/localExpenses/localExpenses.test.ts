import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localExpense } from '#contract/expense.ts';
import { MAX_BILLS } from '#contract/limits.ts';
import type { Api } from '#tests/support/api.ts';
import { create, dataOf, DAY, expenseBody, file, own } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let other: Api;
let bill: string;
beforeAll(async () => {
  server = await startServer();
  [employee, other] = [await server.as('employee'), await server.as('employee2')];
  bill = await employee.bill('the bill');
});
afterAll(() => server.close());

const indian = (text: string): number => Date.parse(`${text}+05:30`);
const claims = async () =>
  (
    await server.database.db
      .selectFrom('claims')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

describe('filing a local expense', () => {
  it('answers the whole record, and the list has it', async () => {
    const answer = await employee.post(
      `/api/v1/allExpense/create/?email=${email('employee')}&primaryExpenseType=0`,
      expenseBody(bill, { expenseDate: indian('2026-07-10T15:30:00') }),
    );
    const claim = localExpense.parse(answer.body['data']);
    expect(claim).toEqual(answer.body['data']);
    expect(claim).toMatchObject({
      userEmail: email('employee'),
      employeeName: 'Asha Nair',
      managerEmail: email('manager'),
      localExpenseType: 'OTHERS',
      expenseDate: indian('2026-07-10T00:00:00'),
      claimAmount: 450.5,
      remarks: 'Taxi to the client',
      managerApprovedAmount: null,
      financeApprovedAmount: null,
      managerApprovalDate: null,
      version: 1,
      createdAt: NOW,
      creationDate: NOW,
      claimDate: NOW,
      withdrawn: false,
    });
    expect(claim.expenseId).toMatch(/^EXP[0-9A-Z]{20}$/);
    expect(claim.billUrl).toEqual([
      {
        fingerPrint: bill,
        name: 'bill.pdf',
        size: expect.any(Number),
        type: 'application/pdf',
        url: `/api/v1/Common/document/${bill}`,
      },
    ]);
    expect(await own(employee, claim.expenseId)).toEqual(claim);
  });

  it('takes several bills in their order, each once, with the names given', async () => {
    const second = await employee.bill('second');
    const claim = dataOf(
      await create(
        employee,
        expenseBody(bill, { billUrl: [{ fingerPrint: second, name: '../x/Lunch.pdf' }, bill, second] }),
      ),
    );
    expect(claim.billUrl.map((item) => [item.fingerPrint, item.name])).toEqual([
      [second, 'Lunch.pdf'],
      [bill, 'bill.pdf'],
    ]);
  });

  it.each([
    ['450', 450],
    ['1,23,456.50', 123_456.5],
    [0.01, 0.01],
    [99_999_999.99, 99_999_999.99],
    ['9999999.99', 9_999_999.99],
    [0.29, 0.29],
    [1.1, 1.1],
  ])('A4 the amount %s is stored exactly', async (claimAmount, rupees) => {
    expect(dataOf(await create(employee, expenseBody(bill, { claimAmount }))).claimAmount).toBe(rupees);
  });

  it.each<[unknown]>([
    [-1],
    [0],
    ['NaN'],
    [null],
    ['0x10'],
    ['1e9'],
    ['1,00,0,0'],
    ['१२३'],
    ['１２３'],
    ['123456789012'],
    [1.999],
    ['=1+1'],
    [100_000_000],
    [{}],
    [[450]],
    [''],
  ])('Z33 the amount %j is refused in the form’s words', async (claimAmount) => {
    const answer = await create(employee, expenseBody(bill, { claimAmount }));
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'INVALID', errors: { claimAmount: expect.any(String) } });
    expect(answer.body['message']).toBe((answer.body['errors'] as Record<string, string>)['claimAmount']);
  });

  it.each<[string, unknown, boolean]>([
    ['90 days ago', NOW - 90 * DAY, true],
    ['91 days ago', NOW - 91 * DAY, false],
    ['today in India, which is still yesterday in UTC', indian('2026-07-15T00:00:00'), true],
    ['the last moment of today in India', indian('2026-07-15T23:59:59'), true],
    ['tomorrow in India, which is still today in UTC', indian('2026-07-16T00:00:00'), false],
    ['a text', '2026-07-10', false],
    ['year 9999', Date.parse('9999-12-31'), false],
    ['no calendar’s day', 8.64e15 + 1, false],
    ['half a millisecond', 0.5, false],
    ['nothing', undefined, false],
  ])('Z34 the date: %s', async (_name, expenseDate, good) => {
    const answer = await create(employee, expenseBody(bill, { expenseDate }));
    expect(answer.status).toBe(good ? 200 : 422);
    if (!good) expect(answer.body).toMatchObject({ errors: { expenseDate: expect.any(String) } });
  });

  it('names every wrong field, and the first in the form’s order as the message', async () => {
    const answer = await create(employee, { claimAmount: 0, billUrl: [] });
    expect(Object.keys(answer.body['errors'] as object)).toEqual([
      'localExpenseType',
      'expenseDate',
      'claimAmount',
      'remarks',
      'billUrl',
    ]);
    expect(answer.body['message']).toBe('Please select expense type');
    for (const body of [undefined, null, [], 5, 'text']) expect((await create(employee, body)).status).toBe(422);
  });

  it.each([
    ['<script>alert(1)</script>'],
    ['\u202egnp.exe'],
    ['🧾 चाय और नाश्ता'],
    ["'); drop table claims; --"],
    ['=HYPERLINK("http://evil")'],
    ['x'.repeat(2000)],
  ])('Z35 Z37 the remark is text and nothing else: %s', async (remarks) => {
    expect(dataOf(await create(employee, expenseBody(bill, { remarks }))).remarks).toBe(remarks);
  });

  it.each([['\u0007 bell'], ['\u001b[2J'], ['x'.repeat(2001)], [' ']])(
    'Z35 the remark %j is refused',
    async (remarks) => {
      expect((await create(employee, expenseBody(bill, { remarks }))).body).toMatchObject({
        code: 'INVALID',
        errors: { remarks: expect.any(String) },
      });
    },
  );

  it('Z24 only the fields of the form are taken', async () => {
    const text = JSON.stringify({
      ...expenseBody(bill),
      managerApprovalStatus: 'MANAGER_APPROVED',
      financeApprovedAmount: 9,
      userEmail: email('manager'),
      ownerId: idOf('manager'),
      expenseId: 'EXP1',
      version: 9,
      withdrawn: true,
      constructor: { prototype: { admin: true } },
    });
    const answer = await employee.send(
      'POST',
      '/api/v1/allExpense/create?primaryExpenseType=0',
      text.replace('{', '{"__proto__":{"managerApprovalStatus":"MANAGER_APPROVED"},'),
      { 'content-type': 'application/json' },
    );
    const claim = dataOf(answer);
    expect(claim).toMatchObject({
      userEmail: email('employee'),
      managerApprovalStatus: 'MANAGER_PENDING',
      financeApprovedAmount: null,
      version: 1,
      withdrawn: false,
    });
    expect(claim.expenseId).not.toBe('EXP1');
    expect(({} as Record<string, unknown>)['managerApprovalStatus']).toBeUndefined();
  });

  it.each([[email('manager')], [email('employee2')], ['nobody@example.com'], ['']])(
    'Z17 filing for %s is refused',
    async (who) => {
      const before = await claims();
      const answer = await employee.post(
        `/api/v1/allExpense/create?email=${who}&primaryExpenseType=0`,
        expenseBody(bill),
      );
      expect([answer.status, answer.body['code']]).toEqual([403, 'FORBIDDEN']);
      expect(await claims()).toBe(before);
    },
  );

  it('one’s own address may be written in any case', async () => {
    expect(
      (
        await employee.post(
          `/api/v1/allExpense/create?email=${email('employee').toUpperCase()}&primaryExpenseType=0`,
          expenseBody(bill),
        )
      ).status,
    ).toBe(200);
  });
});

describe('bills', () => {
  it('DOC-5 DOC-9 Z50 U3 a fingerPrint is no permission: another’s, guessed, or lost: 409 FILE_GONE', async () => {
    const foreign = await other.bill('of somebody else');
    const lost = await employee.bill('lost');
    await server.files.remove(lost);
    const before = await claims();
    for (const fingerPrint of [foreign, 'a'.repeat(64), lost]) {
      const answer = await create(employee, expenseBody(bill, { billUrl: [bill, fingerPrint] }));
      expect([answer.status, answer.body['code']]).toEqual([409, 'FILE_GONE']);
    }
    expect(await claims()).toBe(before);
  });

  it('U3 a bill cleared away at that very moment is asked for again, and no claim is without it', async () => {
    const { refusalOf } = await import('#server/platform/base/errors.ts');
    const { replaceBills } = await import('#server/modules/claims/repository/claims.ts');
    const claim = await file(employee);
    const error: unknown = await server.database.db
      .transaction()
      .execute((tx) => replaceBills(tx, claim.expenseId, [{ fingerPrint: 'e'.repeat(64), name: 'gone.pdf' }]))
      .catch((reason: unknown) => reason);
    expect(refusalOf(error)).toMatchObject({ code: 'FILE_GONE' });
    expect(await own(employee, claim.expenseId)).toEqual(claim);
  });

  it('Z50 the same bytes uploaded by this person too are theirs to use', async () => {
    await other.bill('shared');
    const mine = await employee.bill('shared');
    expect((await create(employee, expenseBody(mine))).status).toBe(200);
  });

  it.each<[string, unknown]>([
    ['an address', ['https://evil.test/x.pdf']],
    ['a script', ['javascript:alert(1)']],
    ['upper case', ['A'.repeat(64)]],
    ['a path', ['../../etc/passwd']],
    ['an object of another shape', [{ url: 'x' }]],
    ['a text', 'a'.repeat(64)],
    ['none', []],
    ['nothing', undefined],
    ['more than twenty', Array.from({ length: MAX_BILLS + 1 }, (_, i) => i.toString(16).padStart(64, '0'))],
    ['a thousand', Array.from({ length: 1000 }, (_, i) => i.toString(16).padStart(64, '0'))],
  ])('Z50 %s is no bill', async (_name, billUrl) => {
    expect((await create(employee, expenseBody(bill, { billUrl }))).body).toMatchObject({
      code: 'INVALID',
      errors: { billUrl: expect.any(String) },
    });
  });
});
