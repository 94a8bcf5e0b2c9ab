import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_OPEN_ENQUIRIES, MAX_REMARKS } from '#contract/limits.ts';
import { enquiry, type Enquiry } from '#contract/record.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import { about, answer, ask, asked, close, list, listed, told, waiting } from '#tests/support/enquiries.ts';
import { approve, dataOf, file } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
beforeAll(async () => {
  server = await startServer();
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
});
afterAll(() => server.close());

const claim = async (): Promise<string> => (await file(employee)).expenseId;

describe('asking', () => {
  it('ENQ-1 the manager on record asks; the answer says about what, by whom and of whom', async () => {
    const { expenseId } = await file(employee, { claimAmount: 708, localExpenseType: 'MOBILE_BILL' });
    const made = await asked(manager, expenseId, '  Why two bills?  ');
    expect(enquiry.parse(made)).toMatchObject({
      about: { id: expenseId, kind: 'localExpense', title: 'Mobile Bill', amount: 708 },
      askedBy: { email: email('manager'), name: 'Ravi Menon' },
      askedOf: { email: email('employee'), name: 'Asha Nair' },
      question: 'Why two bills?',
      answer: null,
      answeredAt: null,
      closedAt: null,
      closedBy: null,
      version: 1,
      mayAnswer: false,
      mayClose: true,
    });
  });

  it('ENQ-1 the line above asks too, finance once a manager approved; the owner and others never', async () => {
    const id = await claim();
    expect((await ask(await server.as('director'), id)).status).toBe(200);
    expect((await ask(await server.as('finance'), id)).status).toBe(404);
    await approve(manager, id);
    expect((await ask(await server.as('finance'), id)).status).toBe(200);
    expect((await ask(employee, id)).body).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You cannot ask about your own request.',
    });
    for (const who of ['employee2', 'manager2', 'admin'] as const)
      expect((await ask(await server.as(who), id)).body).toMatchObject({
        code: 'NOT_FOUND',
        message: 'Nothing here, or not yours',
      });
    expect((await ask(manager, 'EXP0000000000')).status).toBe(404);
  });

  it('ENQ-3 a question is text, and not too long', async () => {
    const id = await claim();
    for (const bad of ['', '   ', 5, null])
      expect((await ask(manager, id, bad)).body).toMatchObject({
        code: 'INVALID',
        message: 'Please enter a question',
        errors: { question: 'Please enter a question' },
      });
    expect((await ask(manager, id, 'x'.repeat(MAX_REMARKS + 1))).body).toMatchObject({
      errors: { question: 'It cannot be longer than 2000 characters' },
    });
    expect((await ask(manager, id, '\u0007')).status).toBe(422);
    expect((await asked(manager, id, '<b>&"क'))['question']).toBe('<b>&"क');
  });

  it('ENQ-6 nothing is asked about what was withdrawn', async () => {
    const id = await claim();
    await server.database.db
      .updateTable('claims')
      .set({ withdrawn_at: server.clock.now })
      .where('id', '=', id)
      .execute();
    expect((await ask(manager, id)).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This request was withdrawn or cancelled.',
    });
  });

  it('ENQ-6 at most twenty stand open about one record', async () => {
    const id = await claim();
    for (let n = 0; n < MAX_OPEN_ENQUIRIES; n += 1) await asked(manager, id, `Question ${n}`);
    expect((await ask(manager, id)).body).toMatchObject({ code: 'CONFLICT' });
    const [newest] = dataOf<Enquiry[]>(await about(manager, id));
    expect((await close(manager, newest?.enquiryId ?? '')).status).toBe(200);
    expect((await ask(manager, id)).status).toBe(200);
  });
});

describe('answering and closing', () => {
  it('ENQ-2 its owner answers and may say it better while it is open', async () => {
    const { enquiryId } = await asked(manager, await claim());
    const first = dataOf<Enquiry>(await answer(employee, enquiryId, 'Two months.'));
    expect(first).toMatchObject({
      answer: 'Two months.',
      version: 2,
      mayAnswer: true,
      mayClose: false,
      answeredAt: server.clock.now,
    });
    expect(dataOf<Enquiry>(await answer(employee, enquiryId, 'Three months.'))).toMatchObject({
      answer: 'Three months.',
      version: 3,
    });
    expect((await answer(manager, enquiryId)).body).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only who raised the request can answer.',
    });
    expect((await answer(await server.as('employee2'), enquiryId)).status).toBe(404);
    expect((await answer(employee, enquiryId, ' ')).body).toMatchObject({
      code: 'INVALID',
      errors: { answer: 'Please enter an answer' },
    });
  });

  it('ENQ-4 ENQ-5 those who may ask may close it; then it changes no more', async () => {
    const { enquiryId } = await asked(manager, await claim());
    expect((await close(employee, enquiryId)).body).toMatchObject({ code: 'FORBIDDEN' });
    expect((await close(await server.as('manager2'), enquiryId)).status).toBe(404);
    const closed = dataOf<Enquiry>(await close(await server.as('director'), enquiryId));
    expect(closed).toMatchObject({
      closedBy: 'Vikram Rao',
      closedAt: server.clock.now,
      mayAnswer: false,
      mayClose: false,
      version: 2,
    });
    expect((await answer(employee, enquiryId)).body).toMatchObject({
      code: 'CONFLICT',
      message: 'This enquiry is closed.',
      current: { version: 2 },
    });
    expect((await close(manager, enquiryId)).body).toMatchObject({ code: 'CONFLICT' });
  });

  it('ENQ-9 a change on an older version is refused with the enquiry as it stands', async () => {
    const { enquiryId } = await asked(manager, await claim());
    await answer(employee, enquiryId, 'One.', { 'If-Match': '"1"' });
    expect((await answer(employee, enquiryId, 'Two.', { 'If-Match': '"1"' })).body).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { enquiryId, version: 2, answer: 'One.' },
    });
    expect((await close(manager, enquiryId, { 'If-Match': '"2"' })).status).toBe(200);
  });
});

describe('ENQ-9 once', () => {
  it('the same key asks once, answers once and closes once, with the same answer', async () => {
    const id = await claim();
    const key = { 'Idempotency-Key': 'ask-once-0001' };
    const [first, again] = [await ask(manager, id, 'Once?', key), await ask(manager, id, 'Once?', key)];
    expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true']);
    expect((await ask(manager, id, 'Twice?', key)).body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect((await ask(manager, await claim(), 'Once?', key)).body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const { enquiryId } = dataOf<Enquiry>(first);
    const said = { 'Idempotency-Key': 'answer-once-0001', 'If-Match': '"1"' };
    expect((await answer(employee, enquiryId, 'Yes.', said)).status).toBe(200);
    expect((await answer(employee, enquiryId, 'Yes.', said)).headers.get('Idempotency-Replayed')).toBe('true');
    const done = { 'Idempotency-Key': 'close-once-0001' };
    expect([
      (await close(manager, enquiryId, done)).status,
      (await close(manager, enquiryId, done)).headers.get('Idempotency-Replayed'),
    ]).toEqual([200, 'true']);
    expect(dataOf<Enquiry[]>(await about(employee, id))).toHaveLength(1);
  });

  it('the key makes one enquiry even when its stored answer is gone', async () => {
    const id = await claim();
    const key = { 'Idempotency-Key': 'ask-for-ever-01' };
    const { enquiryId } = dataOf<Enquiry>(await ask(manager, id, 'Still?', key));
    await answer(employee, enquiryId, 'Still.');
    await server.database.db.deleteFrom('idempotency').where('key', '=', 'ask-for-ever-01').execute();
    expect(dataOf<Enquiry>(await ask(manager, id, 'Still?', key))).toMatchObject({ enquiryId, answer: 'Still.' });
  });

  it('two answers at once on one version: one is taken', async () => {
    const { enquiryId } = await asked(manager, await claim());
    const both = await Promise.all(['A', 'B'].map((text) => answer(employee, enquiryId, text, { 'If-Match': '"1"' })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('lists and counts', () => {
  it('ENQ-7 ENQ-8 it waits for its owner, then for who asked, then for nobody', async () => {
    const [e2, m] = [await server.as('employee2'), manager];
    const before = { asker: await waiting(m), owner: await waiting(e2) };
    const { expenseId } = await file(e2);
    const { enquiryId } = await asked(m, expenseId);
    expect((await waiting(e2)).toAnswer).toBe(before.owner.toAnswer + 1);
    expect(await waiting(m)).toEqual(before.asker);
    await answer(e2, enquiryId);
    expect([(await waiting(e2)).toAnswer, (await waiting(m)).toClose]).toEqual([
      before.owner.toAnswer,
      before.asker.toClose + 1,
    ]);
    expect((await listed(e2)).rows.map((row) => row.enquiryId)).toContain(enquiryId);
    await close(m, enquiryId);
    expect((await waiting(m)).toClose).toBe(before.asker.toClose);
    for (const api of [e2, m]) {
      expect((await listed(api, '?state=open&pageSize=100')).rows.map((row) => row.enquiryId)).not.toContain(enquiryId);
      expect((await listed(api, '?state=closed&pageSize=100')).rows.map((row) => row.enquiryId)).toContain(enquiryId);
    }
  });

  it('ENQ-8 what the asker may no longer see leaves the list and the count', async () => {
    const id = await claim();
    const finance = await server.as('finance');
    await approve(manager, id);
    const { enquiryId } = await asked(finance, id);
    await answer(employee, enquiryId);
    const { toClose } = await waiting(finance);
    await server.database.db.updateTable('people').set({ roles: [] }).where('id', '=', idOf('finance')).execute();
    expect(toClose).toBe(1);
    expect([(await waiting(finance)).toClose, await listed(finance)]).toEqual([0, { rows: [], total: 0 }]);
    await server.database.db
      .updateTable('people')
      .set({ roles: ['finance'] })
      .where('id', '=', idOf('finance'))
      .execute();
    expect((await listed(finance)).rows.map((row) => row.enquiryId)).toContain(enquiryId);
  });

  it('LIST-3 pages are newest first, whole and never overlap', async () => {
    const whole = await listed(manager, '?state=open&pageSize=100');
    expect(whole.total).toBe(whole.rows.length);
    const pages = [];
    for (let page = 0; page * 4 < whole.total; page += 1)
      pages.push(...(await listed(manager, `?pageSize=4&pageNumber=${page}`)).rows);
    expect(pages).toEqual(whole.rows);
    expect(whole.rows.map((row) => row.createdAt)).toEqual(
      whole.rows.map((row) => row.createdAt).toSorted((a, b) => b - a),
    );
  });

  it('LIST-2 unknown states, filters and sorts are named', async () => {
    for (const [query, key] of [
      ['?state=half', 'state'],
      ['?filter=USER_EMAIL:a@b.c', 'USER_EMAIL'],
      ['?sort=EMPLOYEE_CODE', 'sort'],
    ] as const) {
      expect((await list(employee, query)).body).toMatchObject({
        code: 'MALFORMED',
        errors: { [key]: expect.any(String) },
      });
    }
  });
});

describe('in the record’s history', () => {
  it('AUD-3 ENQ-9 question, answer and closing stand there for all who may see it', async () => {
    const id = await claim();
    const { enquiryId } = await asked(manager, id, 'Why?');
    server.clock.now += 60_000;
    await answer(employee, enquiryId, 'Because.');
    server.clock.now += 60_000;
    await close(manager, enquiryId);
    const rows = await told(employee, id);
    expect(rows.map(({ by, what }) => [by, what])).toEqual([
      ['Ravi Menon', 'Closed an enquiry'],
      ['Asha Nair', 'Answered a question'],
      ['Ravi Menon', 'Asked a question'],
      ['Asha Nair', 'Raised'],
    ]);
    expect(rows[1]?.changes).toEqual([{ field: 'Answer', before: null, after: 'Because.' }]);
    expect(rows[2]?.changes).toEqual([{ field: 'Question', before: null, after: 'Why?' }]);
    expect(await verifyAudit(server.database.db)).toBeNull();
  });
});
