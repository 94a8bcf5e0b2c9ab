import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendCodes } from '#server/modules/session/signInCodesJob.ts';
import { openMailbox, type Mailbox } from '#tests/support/mailbox.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { another, codesAt, MINUTE } from './signInCodeFixtures.ts';

const EMPLOYEE = email('employee');

let server: TestServer;
let box: Mailbox;
beforeAll(async () => {
  box = await openMailbox();
  server = await startServer({ SMTP_URL: box.url });
});
afterAll(async () => {
  await server.close();
  await box.close();
});
beforeEach(async () => {
  server.clock.now = NOW;
  box.mails.length = 0;
  box.refuses = false;
  for (const table of ['rate_limits', 'sign_in_requests'] as const)
    await server.database.db.deleteFrom(table).execute();
});

const { ask, enter, deliver, codeOf } = codesAt(() => ({ server, box }));

describe('SES-21 nobody learns who works here', () => {
  it('everybody is answered the same, and what is stored and tried is the same', async () => {
    const people = [EMPLOYEE, 'stranger@example.com'];
    const answers = [];
    for (const who of people) answers.push(await ask(who));
    expect(
      new Set(answers.map(({ status, text }) => `${status} ${text.replace(/"request":"[\w-]{43}"/, '')}`)).size,
    ).toBe(1);
    expect(await deliver()).toBe(2);
    expect(box.mails.map(({ to }) => to)).toEqual([EMPLOYEE]);
    const tried = [];
    for (const who of people) tried.push(await enter(who, another(codeOf())));
    expect(new Set(tried.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const rows = await server.database.db.selectFrom('sign_in_requests').selectAll().execute();
    const shapes = rows.map(({ id, code_hash, tries, due_at, expires_at }) => [
      id.length,
      code_hash?.length,
      tries,
      due_at,
      expires_at,
    ]);
    expect(shapes).toEqual([
      [64, 43, 1, null, NOW + 5 * MINUTE],
      [64, 43, 1, null, NOW + 5 * MINUTE],
    ]);
  });

  it('no mail for the removed, nor for another domain where one is set', async () => {
    await server.database.db.updateTable('people').set({ disabled: true }).where('id', '=', idOf('tally')).execute();
    await ask(email('tally'));
    await deliver();
    await ask(EMPLOYEE);
    await deliver('elsewhere.com');
    expect(box.mails).toEqual([]);
  });
});

describe('SES-20 the mail', () => {
  it('goes out again when the mail server did not take it, with a code of its own, and not for ever', async () => {
    await ask(EMPLOYEE);
    box.refuses = true;
    await deliver();
    server.clock.now += 4_999;
    expect(await deliver()).toBe(0);
    box.refuses = false;
    server.clock.now += 1;
    await deliver();
    expect(box.mails).toHaveLength(1);
    expect((await enter(EMPLOYEE, codeOf())).status).toBe(200);

    server.clock.now += 2 * MINUTE;
    box.refuses = true;
    await ask(EMPLOYEE);
    for (let n = 0; n < 20; n += 1) {
      await deliver();
      server.clock.now += MINUTE;
    }
    const { attempts, due_at } = await server.database.db
      .selectFrom('sign_in_requests')
      .select(['attempts', 'due_at'])
      .orderBy('asked_at', 'desc')
      .executeTakeFirstOrThrow();
    expect([attempts, due_at]).toEqual([4, null]);
  });

  it('goes out once from any number of processes, and from another one when its process died', async () => {
    await ask(EMPLOYEE);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(box.mails).toHaveLength(1);

    await ask(email('manager'));
    const dying = {
      db: server.database.db,
      secretsKeys: [],
      now: NOW,
      domain: null,
      send: () => Promise.reject(new Error('cut off')),
      log: {
        info: () => {
          throw new Error('killed');
        },
      },
    };
    await expect(sendCodes(dying)).rejects.toThrow('killed');
    expect(await deliver()).toBe(0);
    server.clock.now += MINUTE;
    await deliver();
    expect(box.mails.map(({ to }) => to)).toEqual([EMPLOYEE, email('manager')]);
    expect((await enter(email('manager'), codeOf())).status).toBe(200);
  });

  it('rows that nobody can use any more are removed', async () => {
    await ask(EMPLOYEE);
    await deliver();
    server.clock.now += 2 * 60 * MINUTE;
    await ask(email('manager'));
    await deliver();
    expect(
      (await server.database.db.selectFrom('sign_in_requests').select('email').execute()).map((row) => row.email),
    ).toEqual([email('manager')]);
  });
});
