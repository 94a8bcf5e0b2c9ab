import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WRONG_CODE } from '#domain/signInCode.ts';
import { sendCodes } from '#server/modules/session/signInCodesJob.ts';
import { openMail } from '#server/platform/mail/mail.ts';
import type { Answer } from '#tests/support/api.ts';
import { openMailbox, type Mailbox } from '#tests/support/mailbox.ts';
import { email } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

const ASK = '/api/v1/account/code';
const LOGIN = '/api/v1/account/codelogin';
const MINUTE = 60_000;
const EMPLOYEE = email('employee');

let server: TestServer;
let box: Mailbox;
beforeAll(async () => {
  box = await openMailbox();
  // One proxy in front says where a request comes from: each test has places of its own.
  server = await startServer({ SMTP_URL: box.url, TRUSTED_PROXIES: '1' });
});
afterAll(async () => {
  await server.close();
  await box.close();
});
beforeEach(() => {
  server.clock.now = NOW;
  box.mails.length = 0;
});

const codeOf = (): string => /^(\d{6})\r?$/m.exec(box.mails.at(-1)?.text ?? '')?.[1] ?? '';

describe('S11 SES-23 nobody can spend another’s codes', () => {
  const wrong = { success: false, code: 'INVALID', message: WRONG_CODE, errors: { code: WRONG_CODE } };
  const from = (place: string, device = ''): Record<string, string> => ({
    'x-forwarded-for': place,
    ...(device !== '' && { 'device-id': device }),
  });
  const sent = () =>
    sendCodes({
      db: server.database.db,
      secretsKeys: [],
      now: server.clock.now,
      domain: null,
      send: openMail(box.url, 'Kharcha <claims@example.com>'),
      log: { info: () => undefined },
    });
  async function want(address: string, headers: Record<string, string>): Promise<{ status: number; request: string }> {
    const answer = await server.with(null).post(ASK, { email: address }, headers);
    return {
      status: answer.status,
      request: String((answer.body['data'] as { request?: string } | undefined)?.request),
    };
  }
  const use = (address: string, code: string, request: string, headers: Record<string, string>): Promise<Answer> =>
    server.with(null).post(LOGIN, { email: address, code, request }, headers);
  async function signInFrom(address: string, headers: Record<string, string>): Promise<number> {
    while ((await sent()) > 0) box.mails.length = 0;
    const { status, request } = await want(address, headers);
    if (status !== 200) return status;
    await sent();
    return (await use(address, codeOf(), request, headers)).status;
  }

  it('S11 the code works in the browser that asked, and nowhere else; the mail’s subject lacks it', async () => {
    const own = await want(EMPLOYEE, from('198.51.100.1'));
    await sent();
    const code = codeOf();
    expect(code).toMatch(/^\d{6}$/);
    expect(/^Subject: (.*)\r?$/m.exec(box.mails[0]?.text ?? '')?.[1]?.trim()).toBe('Sign in to Kharcha');
    // Somebody who reads the mail over a shoulder has asked for one of their own.
    const other = await want(EMPLOYEE, from('198.51.100.9'));
    expect((await use(EMPLOYEE, code, other.request, from('198.51.100.9'))).body).toEqual(wrong);
    const old = await server.with(null).post(LOGIN, { email: EMPLOYEE, code }, from('198.51.100.1'));
    expect(old.body).toMatchObject({
      code: 'INVALID',
      errors: { code: 'This page is older than the server. Reload it, then send a new code.' },
    });
    expect((await use(EMPLOYEE, code, own.request, from('198.51.100.1'))).status).toBe(200);
  });

  it('S11 an attacker who asks and guesses all day keeps nobody from signing in', async () => {
    const victim = email('finance');
    for (let n = 0; n < 24 * 60; n += 10) {
      server.clock.now = NOW + n * MINUTE;
      const { status, request } = await want(victim, from('203.0.113.66'));
      if (status === 200)
        for (let guess = 0; guess < 6; guess += 1)
          await use(victim, String(200_000 + guess), request, from('203.0.113.66'));
    }
    expect((await want(victim, from('203.0.113.66'))).status).toBe(429);
    expect(await signInFrom(victim, from('198.51.100.7'))).toBe(200);
  });

  it('S11 nor one beside them in the same office, on a device they have used before', async () => {
    const victim = email('director');
    const office = '198.51.100.8';
    expect(await signInFrom(victim, from(office, 'device-of-director'))).toBe(200);
    for (let n = 0; n < 24 * 60; n += 10) {
      server.clock.now = NOW + n * MINUTE;
      await want(victim, from(office, 'device-of-attacker'));
    }
    expect((await want(victim, from(office, 'device-of-attacker'))).status).toBe(429);
    expect(await signInFrom(victim, from(office, 'device-of-director'))).toBe(200);
  });

  it('S11 from however many places: sixty mails a day, and their own device still gets one', async () => {
    const victim = email('tally');
    expect(await signInFrom(victim, from('192.0.2.1', 'device-of-tally'))).toBe(200);
    let mails = 0;
    for (let n = 0; n < 90; n += 1) {
      server.clock.now = NOW + n * 16 * MINUTE;
      if ((await want(victim, from(`198.18.${n}.1`))).status === 200) mails += 1;
    }
    expect(mails).toBeLessThanOrEqual(60);
    expect(await signInFrom(victim, from('192.0.2.1', 'device-of-tally'))).toBe(200);
  });
});
