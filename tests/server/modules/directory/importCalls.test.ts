import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importAnswer, type ImportAnswer } from '#contract/peopleImport.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import * as directory from '#tests/support/directory.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email } from '#tests/support/people.ts';
import { companyFile } from '#tests/support/peopleFiles.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startServer();
  api = await server.as('org-admin');
});
afterAll(() => server.close());

const read = (answer: Answer): ImportAnswer => importAnswer.parse(dataOf(answer));
const CSV = `Name,Email,Code,Manager,Grade,Hobby\nZoe,zoe@example.com,KH7001,${email('manager')},M2,Chess
Asha Nair,${email('employee')},KH1001,zoe@example.com,M9,\nBad,bad,KH7002,,,`;

describe('ORG-24 a file of people over HTTP', () => {
  it('is looked at first and changes nothing, then carried out as it was seen, and again to no effect', async () => {
    const seen = read(await directory.importFile(api, CSV));
    expect(seen).toMatchObject({
      applied: false,
      stop: null,
      passedOver: ['Hobby'],
      counts: { added: 1, changed: 1, taken: 0, unchanged: 0, leaving: 0, refused: 1 },
      added: [{ line: 2, name: 'Zoe', email: 'zoe@example.com', employeeCode: 'KH7001' }],
      refused: [{ line: 4, reason: 'This is not an e-mail address' }],
      more: false,
    });
    expect(seen.changed[0]?.changes).toEqual([
      { field: 'Grade', before: null, after: 'M9' },
      { field: 'Manager', before: email('manager'), after: 'zoe@example.com' },
    ]);
    expect((await directory.importFile(api, CSV, { apply: 'true' })).status).toBe(400);
    const apply = { apply: 'true', plan: seen.plan };
    expect(read(await directory.importFile(api, CSV, apply))).toMatchObject({ applied: true, counts: { added: 1 } });
    expect(read(await directory.importFile(api, CSV, apply)).counts).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 2,
    });
  });

  it('is refused with a sentence when the directory moved on, and of two at once one changes anything', async () => {
    const csv = `Code,Grade\nKH1001,M5`;
    const { plan } = read(await directory.importFile(api, csv));
    await directory.changed(api, 'employee', { grade: 'M6' });
    const late = await directory.importFile(api, csv, { apply: 'true', plan });
    expect([late.status, late.body['message']]).toEqual([
      409,
      'The directory was changed in the meantime. Please look at what the file does now.',
    ]);
    const now = { apply: 'true', plan: read(await directory.importFile(api, csv)).plan };
    const both = await Promise.all([directory.importFile(api, csv, now), directory.importFile(api, csv, now)]);
    const counts = both.filter(({ status }) => status === 200).map((answer) => read(answer).counts.changed);
    expect(counts.filter((changed) => changed === 1)).toHaveLength(1);
  });

  it('answers no more than it must, and takes no more than it says', async () => {
    const answer = await directory.importFile(api, companyFile(3_000));
    expect(answer.text.length).toBeLessThan(100_000);
    const found = read(answer);
    expect([found.counts.added, found.added.length, found.more]).toEqual([3_000, 100, true]);
    const large = await directory.importFile(api, 'x'.repeat(10_485_761));
    expect([large.status, large.body['message']]).toEqual([413, 'Please upload a file of at most 10 MB.']);
    expect((await directory.importFile(api, CSV, { sure: 'perhaps' })).status).toBe(400);
    const other = await server.as('admin');
    expect((await directory.importFile(other, CSV)).status).toBe(403);
  });
});
