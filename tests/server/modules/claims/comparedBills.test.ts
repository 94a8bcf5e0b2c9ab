import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDocument } from '#contract/calls/files.ts';
import { getRecord } from '#contract/calls/records.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { approve, create, dataOf, expenseBody, found } from '#tests/support/expenses.ts';
import { email, PEOPLE, type PersonKey } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
/** One claim of each, all with the same UPI payment; the third one's manager is another. */
const OWNERS = ['employee', 'employee2', 'employee3'] as const;
const claims: LocalExpense[] = [];
beforeAll(async () => {
  server = await startServer();
  for (const owner of OWNERS) {
    const api = await server.as(owner);
    const fingerPrint = await api.bill(`photo of ${owner}`);
    const readings = [{ fingerPrint, upiReference: '412345678901' }];
    claims.push(dataOf(await create(api, expenseBody(fingerPrint, { readings }))));
  }
});
afterAll(() => server.close());

/** Of which of the three claims somebody gets the record, and of which the bill. */
async function seenBy(key: PersonKey): Promise<{ records: string[]; bills: string[] }> {
  const api = await server.as(key);
  const [records, bills]: [string[], string[]] = [[], []];
  for (const { expenseId, employeeName, billUrl } of claims) {
    const record = await api.get(urlOf(getRecord, { parts: { id: expenseId } }));
    const [{ fingerPrint = '' } = {}] = billUrl;
    const bill = await api.get(urlOf(getDocument, { parts: { fingerPrint } }));
    for (const { status } of [record, bill]) expect([200, 404]).toContain(status);
    if (record.status === 200) records.push(expenseId);
    else expect(record.text).not.toContain(employeeName);
    if (bill.status === 200) bills.push(expenseId);
  }
  return { records, bills };
}

/** The ids and names that the rows of a list give of other claims, by the claim. */
async function named(key: PersonKey, query: string): Promise<Map<string, (string | undefined)[]>> {
  const { content } = (await found(await server.as(key), `${query}&pageSize=100`)).results;
  return new Map(
    content.map(({ expenseId, duplicateOf = [] }) => {
      for (const { id, employeeName } of duplicateOf) expect(employeeName === undefined).toBe(id === undefined);
      return [expenseId, duplicateOf.flatMap(({ id }) => id ?? []).toSorted()];
    }),
  );
}

describe('DOC-24 the bill of another claim', () => {
  const queueOf = (key: PersonKey): string => `&filter=MANAGER_EMAIL:${email(key)}`;
  /** Whose claims each role sees, with the list that it reads; everybody else sees none. */
  const SEEN: Partial<Record<PersonKey, [own: (typeof OWNERS)[number][], list?: string]>> = {
    employee: [['employee']],
    employee2: [['employee2']],
    employee3: [['employee3']],
    manager: [['employee', 'employee2'], queueOf('manager')],
    manager2: [['employee3'], queueOf('manager2')],
    director: [['employee', 'employee2', 'employee3'], queueOf('manager')],
    finance: [['employee'], ''],
    // Above the director.
    finance2: [['employee', 'employee2', 'employee3'], ''],
  };

  it.each(PEOPLE)('is there for %s to compare where that claim is, and named nowhere else', async (key) => {
    if (claims[0]?.managerApprovalStatus === 'MANAGER_PENDING')
      claims[0] = dataOf(await approve(await server.as('manager'), claims[0].expenseId));
    const [owners = [], list] = SEEN[key] ?? [];
    const ids = owners.map((owner) => claims[OWNERS.indexOf(owner)]?.expenseId ?? '');
    expect(await seenBy(key)).toEqual({ records: ids, bills: ids });
    if (list === undefined) return;
    const rows = await named(key, list);
    expect(rows.size).toBeGreaterThan(0);
    for (const [id, others] of rows) expect(others).toEqual(ids.filter((other) => other !== id).toSorted());
  });
});
