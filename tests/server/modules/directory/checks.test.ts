import { afterEach, describe, expect, it } from 'vitest';
import { checkInstallation } from '#contract/calls/organisation.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { InstallationCheck } from '#contract/organisation.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { openMailbox, type Mailbox } from '#tests/support/mailbox.ts';
import { email, idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer | undefined;
let box: Mailbox | undefined;
afterEach(async () => {
  await server?.close();
  await box?.close();
  [server, box] = [undefined, undefined];
});

async function checked(settings: Record<string, string>): Promise<Record<string, InstallationCheck>> {
  server = await startServer(settings);
  const answer = await (await server.as('org-admin')).post(urlOf(checkInstallation));
  return Object.fromEntries(dataOf<InstallationCheck[]>(answer).map((check) => [check.part, check]));
}

describe('ORG-31 the check of an installation', () => {
  it('says what works, and the mail arrives', async () => {
    box = await openMailbox();
    const found = await checked({ SMTP_URL: box.url });
    expect(found['mail']).toEqual({
      part: 'mail',
      state: 'WORKS',
      message: `A mail is on its way to ${email('org-admin')}.`,
    });
    expect(box.mails.map(({ to }) => to)).toEqual([email('org-admin')]);
    expect(found['bills']?.state).toBe('WORKS');
    expect(found['backup']?.state).toBe(server?.database.kind === 'embedded' ? 'WORKS' : 'OFF');
  });

  it('says what to do where a part is off or fails', async () => {
    const off = await checked({});
    expect([off['mail']?.state, off['mail']?.message]).toEqual(['OFF', expect.stringContaining('Set SMTP_URL')]);
    expect([off['address']?.state, off['address']?.message]).toEqual([
      'OFF',
      expect.stringContaining('Set PUBLIC_URL'),
    ]);
    await server?.close();
    box = await openMailbox();
    box.refuses = true;
    const failing = await checked({ SMTP_URL: box.url, PUBLIC_URL: 'http://127.0.0.1:9' });
    expect([failing['mail']?.state, failing['address']?.state]).toEqual(['FAILS', 'FAILS']);
    expect(failing['mail']?.message).toContain('Look at SMTP_URL and MAIL_FROM');
    expect(failing['address']?.message).toContain('http://127.0.0.1:9 does not lead here');
  });

  it('is not done without end', async () => {
    server = await startServer();
    const counted = { bucket: `checks:${idOf('org-admin')}`, started_at: server.clock.now, count: 20 };
    await server.database.db.insertInto('rate_limits').values(counted).execute();
    expect((await (await server.as('org-admin')).post(urlOf(checkInstallation))).status).toBe(429);
  });
});
