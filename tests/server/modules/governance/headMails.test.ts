import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditKey } from '#contract/calls/audit.ts';
import { urlOf } from '#contract/endpoint.ts';
import { headDigest, isSigned, keyDigest, newestHead, type SignedHead } from '#server/platform/audit/heads.ts';
import { runSealing } from '#server/platform/audit/sealJob.ts';
import { canonicalJson } from '#server/platform/base/canonical.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { sendHeadMails } from '#server/modules/governance/index.ts';
import { dataOf, file } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const seal = (): Promise<void> => {
  const { database, dataDir, env, clock } = server;
  const log = { info: () => undefined, error: (fields: object) => expect(fields).toBeNull() };
  const keys = { auditKeys: env.auditKeys, secretsKeys: env.secretsKeys };
  return runSealing({ database, dataDir, ...keys, timeZone: env.timeZone, clock: () => clock.now, log });
};
const sent: Mail[] = [];
let refuses = false;
const send = (): Promise<number> =>
  sendHeadMails({
    db: server.database.db,
    now: server.clock.now,
    timeZone: server.env.timeZone,
    address: 'https://kharcha.example.com',
    send: async (mail) => {
      if (refuses) throw new Error('Not now');
      sent.push(mail);
    },
    log: { info: () => undefined },
  });

describe('AUD-23 the head of the day', () => {
  it('is signed once a day, as a file that anybody can check with the published key', async () => {
    await file(await server.as('employee'));
    await seal();
    await seal();
    const folder = join(server.dataDir, 'signed-heads');
    expect(readdirSync(folder)).toEqual(['2026-07-15.json']);
    const { digest, ...signed } = JSON.parse(readFileSync(join(folder, '2026-07-15.json'), 'utf8')) as SignedHead & {
      digest: string;
    };
    expect([isSigned(canonicalJson(signed.head), signed), digest]).toEqual([true, headDigest(signed.head)]);
    expect(await newestHead(server.database.db)).toEqual(signed);
    const published = dataOf<{ publicKey: string; digest: string }>(await server.with(null).get(urlOf(auditKey)));
    expect(published).toEqual({ publicKey: signed.publicKey, digest: keyDigest(signed.publicKey) });
  });

  it('goes to each organisation admin at work once, again where the mail was not taken', async () => {
    refuses = true;
    expect([await send(), await send(), sent.length]).toEqual([1, 0, 0]);
    refuses = false;
    server.clock.now += 10 * 60_000;
    expect([await send(), await send()]).toEqual([1, 0]);
    const signed = await newestHead(server.database.db);
    expect(sent).toEqual([
      expect.objectContaining({ to: email('org-admin'), id: `audit-head-2026-07-15-${idOf('org-admin')}` }),
    ]);
    for (const words of [headDigest(signed!.head), keyDigest(signed!.publicKey), 'https://kharcha.example.com/audit'])
      expect(sent[0]?.text).toContain(words);
    expect(sent[0]?.subject).toContain('15-07-2026');
  });

  it('the next day there is another one; mails of the day before are given up', async () => {
    server.clock.now += 86_400_000;
    expect(await send()).toBe(0);
    await server.as('manager');
    await seal();
    expect(existsSync(join(server.dataDir, 'signed-heads', '2026-07-16.json'))).toBe(true);
    expect([await send(), sent.length]).toEqual([1, 2]);
    const { db } = server.database;
    expect(await db.selectFrom('audit_head_mails').select(['day', 'state']).execute()).toEqual([
      { day: '2026-07-16', state: 'sent' },
    ]);
  });
});
