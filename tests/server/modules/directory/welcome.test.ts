import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeWelcome, WELCOME } from '#server/modules/directory/index.ts';
import { openMail } from '#server/platform/mail/mail.ts';
import { forgetMails } from '#server/platform/mail/repository.ts';
import { sendQueuedMails } from '#server/platform/mail/sendQueued.ts';
import type { Api } from '#tests/support/api.ts';
import * as directory from '#tests/support/directory.ts';
import { somebody } from '#tests/support/directory.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { openMailbox, type Mailbox } from '#tests/support/mailbox.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let api: Api;
let box: Mailbox;
beforeAll(async () => {
  server = await startServer();
  api = await server.as('org-admin');
  box = await openMailbox();
});
afterAll(async () => {
  await box.close();
  await server.close();
});
beforeEach(async () => {
  box.mails.length = 0;
  box.refuses = false;
  server.clock.now = NOW;
  await server.database.db.deleteFrom('mails').execute();
});

/** What one process does every second, until nothing is due. */
async function send(): Promise<void> {
  const { db } = server.database;
  const compose = {
    [WELCOME]: composeWelcome(db, { address: 'https://claims.example.com', locationRequired: true }),
  };
  const input = {
    db,
    now: server.clock.now,
    compose,
    send: openMail(box.url, 'Kharcha <claims@example.com>'),
    log: { info: () => undefined },
  };
  while ((await sendQueuedMails(input)) > 0);
}
const waiting = async (): Promise<number> =>
  (await server.database.db.selectFrom('mails').select('id').execute()).length;
const textOf = ({ text }: { text: string }): string => text.replace(/=\r?\n/g, '').replace(/\r\n/g, '\n');

describe('ORG-32 the mail to who joins', () => {
  it('goes once to everybody who was put in, on screen or by a file', async () => {
    dataOf(await directory.create(api, somebody({ email: 'w1@example.com', employeeCode: 'W1' })));
    const file = 'Name,E-mail,Employee code,Manager\nWendy,w2@example.com,W2,\nWalt,w3@example.com,W3,w1@example.com';
    const seen = dataOf<{ plan: string }>(await directory.importFile(api, file));
    expect(await waiting()).toBe(1);
    dataOf(await directory.importFile(api, file, { apply: 'true', plan: seen.plan }));
    // Changing somebody is no reason to write to them.
    dataOf(await directory.changed(api, 'employee', { grade: 'W' }));
    await send();
    await send();
    expect(box.mails.map(({ to }) => to).toSorted()).toEqual(['w1@example.com', 'w2@example.com', 'w3@example.com']);
    const first = textOf(box.mails.find(({ to }) => to === 'w1@example.com') ?? { text: '' });
    expect(first).toContain('https://claims.example.com/');
    expect(first).toContain('sign in as w1@example.com');
    expect(first).toContain('Ravi Menon decides about your requests.');
    expect(await waiting()).toBe(0);
  });

  it('waits for a mail server that is away, and gives up after eight times', async () => {
    dataOf(await directory.create(api, somebody({ email: 'w4@example.com', employeeCode: 'W4' })));
    box.refuses = true;
    await send();
    expect([box.mails.length, await waiting()]).toEqual([0, 1]);
    await send();
    box.refuses = false;
    server.clock.now += 10 * 60_000;
    await send();
    expect([box.mails.length, await waiting()]).toEqual([1, 0]);

    dataOf(await directory.create(api, somebody({ email: 'w5@example.com', employeeCode: 'W5' })));
    box.refuses = true;
    for (let times = 0; times < 8; times += 1) {
      await send();
      server.clock.now += 24 * 3_600_000;
    }
    expect(await waiting()).toBe(0);
  });

  it('one that cannot be written holds up no other, and is given up in the end', async () => {
    const { db } = server.database;
    dataOf(await directory.create(api, somebody({ email: 'w8@example.com', employeeCode: 'W8' })));
    const compose = { [WELCOME]: () => Promise.reject(new Error('No words')) };
    const input = { db, compose, send: async () => undefined, log: { info: () => undefined } };
    for (let times = 0; times < 8; times += 1) {
      expect(await sendQueuedMails({ ...input, now: server.clock.now })).toBe(1);
      server.clock.now += 24 * 3_600_000;
    }
    expect(await waiting()).toBe(0);
  });

  it('is not written to who has left meanwhile, nor kept where no mail is sent', async () => {
    const { personId } = dataOf<{ personId: string }>(
      await directory.create(api, somebody({ email: 'w6@example.com', employeeCode: 'W6' })),
    );
    dataOf(await directory.leave(api, personId));
    await send();
    expect([box.mails.length, await waiting()]).toEqual([0, 0]);
    dataOf(await directory.create(api, somebody({ email: 'w7@example.com', employeeCode: 'W7' })));
    expect(await forgetMails(server.database.db, NOW)).toBe(0);
    expect(await forgetMails(server.database.db, NOW + 1)).toBe(1);
  });
});
