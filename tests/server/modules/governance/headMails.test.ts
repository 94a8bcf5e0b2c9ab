import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditKey } from '#contract/calls/audit.ts';
import { urlOf } from '#contract/endpoint.ts';
import { headDigest, isSigned, keyDigest, newestHead, type SignedHead } from '#server/platform/audit/heads.ts';
import { runSealing } from '#server/platform/audit/sealJob.ts';
import { canonicalJson } from '#server/platform/base/canonical.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { sendQueuedMails } from '#server/platform/mail/sendQueued.ts';
import { AUDIT_HEAD, composeHead, tellHead } from '#server/modules/governance/index.ts';
import { dataOf, file } from '#tests/support/expenses.ts';
import { email } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const seal = (): Promise<void> => {
  const { database, dataDir, env, clock } = server;
  const log = { info: () => undefined, error: (fields: object) => expect(fields).toBeNull() };
  const { auditKeys, secretsKeys, timeZone } = env;
  const now = () => clock.now;
  return runSealing({ database, dataDir, auditKeys, secretsKeys, timeZone, clock: now, tell: tellHead, log });
};
const sent: Mail[] = [];
let refuses = false;
const send = (): Promise<number> => {
  const { db } = server.database;
  return sendQueuedMails({
    db,
    now: server.clock.now,
    compose: { [AUDIT_HEAD]: composeHead(db, { address: 'https://kharcha.example.com' }) },
    send: async (mail) => {
      if (refuses) throw new Error('Not now');
      sent.push(mail);
    },
    log: { info: () => undefined },
  });
};

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
    expect(sent.map(({ to }) => to)).toEqual([email('org-admin')]);
    for (const words of [headDigest(signed!.head), keyDigest(signed!.publicKey), 'https://kharcha.example.com/audit'])
      expect(sent[0]?.text).toContain(words);
    expect(sent[0]?.subject).toContain('15-07-2026');
  });

  it('the next day there is another one, in place of a mail that never went out', async () => {
    expect(await send()).toBe(0);
    for (const [day, times] of [
      ['2026-07-16', 1],
      ['2026-07-17', 2],
    ] as const) {
      server.clock.now += 86_400_000;
      await file(await server.as('employee'));
      await seal();
      expect(existsSync(join(server.dataDir, 'signed-heads', `${day}.json`))).toBe(true);
      refuses = times === 1;
      expect([await send(), await send(), sent.length]).toEqual([1, 0, times]);
    }
    expect(sent[1]?.subject).toContain('17-07-2026');
    expect(await server.database.db.selectFrom('mails').select('id').execute()).toEqual([]);
  });
});
