import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { config, loginAnswer } from '#contract/session.ts';
import { WRONG_CODE } from '#domain/signInCode.ts';
import { openMailbox, type Mailbox } from '#tests/support/mailbox.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { another, codesAt, ASK, LOGIN, MINUTE } from './signInCodeFixtures.ts';

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

/** Asks, and reads the code in the mail. */
async function codeFor(address: string): Promise<string> {
  expect((await ask(address)).status).toBe(200);
  await deliver();
  return codeOf();
}

describe('SES-20 sign-in by a code', () => {
  it('is offered where mail is configured, and is not there where it is not', async () => {
    expect(config.parse((await server.with(null).get('/config.json')).body).codeSignIn).toBe(true);
    const without = await startServer();
    try {
      expect(config.parse((await without.with(null).get('/config.json')).body).codeSignIn).toBe(false);
      expect((await without.with(null).post(ASK, { email: EMPLOYEE })).status).toBe(404);
      expect((await without.with(null).post(LOGIN, { email: EMPLOYEE, code: '123456' })).status).toBe(404);
    } finally {
      await without.close();
    }
  });

  it('mails six digits and opens the same session as any other way', async () => {
    expect((await ask(` ${EMPLOYEE.toUpperCase()} `)).body).toEqual({
      success: true,
      data: { goodForMinutes: 5, againInSeconds: 60, request: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string },
    });
    expect(await deliver()).toBe(1);
    expect(await deliver()).toBe(0);
    expect(box.mails.map(({ to }) => to)).toEqual([EMPLOYEE]);
    for (const part of ['From: Kharcha <claims@example.com>', 'Hello Asha Nair', 'good for 5 minutes', 'works once'])
      expect(box.mails[0]?.text).toContain(part);
    const code = codeOf();
    expect(code).toMatch(/^\d{6}$/);
    const answer = loginAnswer.parse(
      (await enter(EMPLOYEE, ` ${code.slice(0, 3)} ${code.slice(3)}`, { 'device-id': 'device-0001' })).body,
    );
    expect(answer.accountDetails).toMatchObject({ email: EMPLOYEE, name: 'Asha Nair' });
    const byToken = await (
      await server.as('employee')
    ).get('/api/v2/getLoggedInDetails', { 'device-id': 'device-0001' });
    expect(byToken.body).toMatchObject({
      accountDetails: answer.accountDetails,
      orgDetails: answer.orgDetails,
      deviceSecret: answer.deviceSecret,
    });
    const own = server.with(answer.token);
    expect((await own.get('/api/v1/counts')).status).toBe(200);
    await own.post('/api/v2/logout');
    expect((await own.get('/api/v1/counts')).status).toBe(401);
  });

  it('keeps neither the code nor the token in the clear, and logs none of it', async () => {
    const code = await codeFor(EMPLOYEE);
    const stored = JSON.stringify(await server.database.db.selectFrom('sign_in_requests').selectAll().execute());
    expect(stored).toContain(EMPLOYEE);
    expect(stored).not.toMatch(new RegExp(`"${code}"`));
    const token = String((await enter(EMPLOYEE, code)).body['token']);
    const sessions = JSON.stringify(await server.database.db.selectFrom('sessions').selectAll().execute());
    expect(sessions).not.toContain(token);
    const log = server.logs.join('\n');
    for (const secret of [token, `"${code}"`, EMPLOYEE]) expect(log).not.toContain(secret);
  });

  it.each(['nobody@', 'nonsense', '', 'a b@example.com', `${'x'.repeat(300)}@example.com`])(
    'what is no address is told so: %j',
    async (typed) => {
      expect((await ask(typed)).body).toMatchObject({
        code: 'INVALID',
        errors: { email: 'Enter your e-mail address.' },
      });
    },
  );

  it.each([{}, { email: 5 }, { email: EMPLOYEE, code: 123456 }, []])(
    'a body without its parts is malformed: %j',
    async (body) => {
      expect((await server.with(null).post(LOGIN, body)).body).toMatchObject({ code: 'MALFORMED' });
    },
  );

  it('what are no six digits costs no try', async () => {
    const code = await codeFor(EMPLOYEE);
    for (const typed of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
      expect((await enter(EMPLOYEE, typed)).body).toMatchObject({
        code: 'INVALID',
        errors: { code: 'Enter the 6 digits from the mail.' },
      });
    expect((await enter(EMPLOYEE, code)).status).toBe(200);
  });
});

describe('SES-20 a code that is attacked', () => {
  const wrong = { success: false, code: 'INVALID', message: WRONG_CODE, errors: { code: WRONG_CODE } };

  it('works once: not again, and not twice at the same moment', async () => {
    const code = await codeFor(EMPLOYEE);
    const both = await Promise.all([enter(EMPLOYEE, code), enter(EMPLOYEE, code), enter(EMPLOYEE, code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    expect((await enter(EMPLOYEE, code)).body).toEqual(wrong);
  });

  it('bears five tries, the right one among them, however many come at once', async () => {
    const code = await codeFor(EMPLOYEE);
    for (let n = 0; n < 4; n += 1) expect((await enter(EMPLOYEE, another(code))).body).toEqual(wrong);
    expect((await enter(EMPLOYEE, code)).status).toBe(200);

    server.clock.now += 2 * MINUTE;
    const next = await codeFor(EMPLOYEE);
    await Promise.all(Array.from({ length: 5 }, () => enter(EMPLOYEE, another(next))));
    const { tries } = await server.database.db
      .selectFrom('sign_in_requests')
      .select('tries')
      .where('email', '=', EMPLOYEE)
      .orderBy('asked_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(tries).toBe(5);
    expect((await enter(EMPLOYEE, next)).body).toEqual(wrong);
  });

  it('a stranger cannot try it: ten such tries close that place for more, and for nobody’s own code', async () => {
    const code = await codeFor(EMPLOYEE);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => enter(EMPLOYEE, String(100_000 + n), {}, 'B'.repeat(43))),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    const closed = await enter(EMPLOYEE, '123456', {}, 'B'.repeat(43));
    expect(closed.body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await enter(EMPLOYEE, code)).status).toBe(200);
  });

  it('dies after five minutes, and when another is asked for', async () => {
    const old = await codeFor(EMPLOYEE);
    server.clock.now += 5 * MINUTE;
    expect((await enter(EMPLOYEE, old)).body).toEqual(wrong);
    const second = await codeFor(EMPLOYEE);
    server.clock.now += MINUTE;
    const third = await codeFor(EMPLOYEE);
    if (second !== third) expect((await enter(EMPLOYEE, second)).body).toEqual(wrong);
    server.clock.now += 5 * MINUTE - 1;
    expect((await enter(EMPLOYEE, third)).status).toBe(200);
  });

  it('opens nobody else’s account', async () => {
    const [one, two] = [await codeFor(EMPLOYEE), await codeFor(email('manager'))];
    expect(one).not.toBe('');
    if (one !== two) expect((await enter(email('manager'), one)).body).toEqual(wrong);
    expect((await enter('nobody@example.com', one)).body).toEqual(wrong);
    expect((await enter(`${EMPLOYEE}.evil.test`, one)).body).toEqual(wrong);
    expect(loginAnswer.parse((await enter(EMPLOYEE, one)).body).accountDetails.email).toBe(EMPLOYEE);
  });

  it('is worth nothing to somebody who was removed after it was mailed', async () => {
    const code = await codeFor(email('case-user'));
    await server.database.db
      .updateTable('people')
      .set({ disabled: true })
      .where('id', '=', idOf('case-user'))
      .execute();
    expect((await enter(email('case-user'), code)).body).toEqual(wrong);
  });

  it('is mailed so often and no oftener: once a minute, five an hour, fifteen a day', async () => {
    expect((await ask(EMPLOYEE)).status).toBe(200);
    const soon = await ask(EMPLOYEE);
    expect(soon.body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(soon.headers.get('retry-after'))).toBe(60);
    let sent = 1;
    for (let n = 1; n < 24 * 60; n += 5) {
      server.clock.now = NOW + n * MINUTE;
      if ((await ask(EMPLOYEE)).status === 200) sent += 1;
      if (n === 56) expect(sent).toBe(5);
    }
    expect(sent).toBe(15);
  });

  it('is mailed to one place’s sixty addresses an hour', async () => {
    const answers: number[] = [];
    for (let n = 0; n < 62; n += 1) answers.push((await ask(`person${n}@example.com`)).status);
    expect(answers).toEqual([...Array.from({ length: 60 }, () => 200), 429, 429]);
  });
});
