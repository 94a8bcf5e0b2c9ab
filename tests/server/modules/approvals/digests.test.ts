import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendDigests } from '#server/modules/approvals/digestJob.ts';
import { openMail } from '#server/platform/mail/mail.ts';
import type { Api } from '#tests/support/api.ts';
import { asked } from '#tests/support/enquiries.ts';
import { approve, file } from '#tests/support/expenses.ts';
import { openMailbox, type Mailbox } from '#tests/support/mailbox.ts';
import * as told from '#tests/support/notifications.ts';
import { email } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

const NINE = Date.parse('2026-07-16T09:00:00+05:30');
const DAY = 86_400_000;

let server: TestServer;
let employee: Api;
let manager: Api;
let box: Mailbox;

beforeAll(async () => {
  server = await startServer({ SMTP_URL: 'smtps://mail.example.com' });
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
  box = await openMailbox();
});
afterAll(async () => {
  await box.close();
  await server.close();
});
beforeEach(async () => {
  const { db } = server.database;
  box.mails.length = 0;
  box.refuses = false;
  server.clock.now = NOW;
  await db.deleteFrom('digests').execute();
  await db.updateTable('job_turns').set({ last: '' }).execute();
  await db.deleteFrom('enquiries').execute();
  await db.deleteFrom('notification_choices').execute();
  await db.updateTable('claims').set({ withdrawn_at: NOW }).execute();
});

/** What one process does every second, as of `now`, until nothing is left. */
async function send(now: number): Promise<void> {
  const input = {
    db: server.database.db,
    now,
    timeZone: server.env.timeZone,
    address: 'https://claims.example.com',
    send: openMail(box.url, 'Kharcha <claims@example.com>'),
    log: { info: () => undefined },
  };
  while ((await sendDigests(input)) > 0);
}

describe('the mail of the morning', () => {
  it('NOTE-14 goes at nine to whom something waits for, with where', async () => {
    const { expenseId } = await file(employee);
    await file(employee);
    const approved = (await file(employee)).expenseId;
    await approve(manager, approved);
    // Finance looks at what was approved by the 10th (FIN-6); a later one alone would be no reason to write.
    await approve(manager, (await file(employee)).expenseId);
    await server.database.db
      .updateTable('claims')
      .set({ manager_decided_at: Date.parse('2026-07-10T23:59:59+05:30') })
      .where('id', '=', approved)
      .execute();
    await asked(manager, expenseId);
    await send(NINE - 1);
    expect(box.mails).toEqual([]);
    await send(NINE);
    expect(box.mails.map(({ to }) => to).toSorted()).toEqual([
      email('employee'),
      email('finance2'),
      email('finance'),
      email('manager'),
    ]);
    const text = box.mails.find(({ to }) => to === email('manager'))?.text ?? '';
    for (const part of [
      'Subject: 2 things wait for you in Kharcha',
      'From: Kharcha <claims@example.com>',
      'Hello Ravi Menon',
      'Local expenses and conveyance to decide: 2',
      'https://claims.example.com/approve-local',
      'Auto-Submitted: auto-generated',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain(expenseId);
    expect(box.mails.find(({ to }) => to === email('finance'))?.text).toContain(
      'Subject: 1 thing waits for you in Kharcha',
    );
    expect(box.mails.find(({ to }) => to === email('employee'))?.text).toContain('Enquiries: 1 question');
  });

  it('NOTE-14 once a day, from any number of processes', async () => {
    await file(employee);
    await Promise.all([send(NINE), send(NINE), send(NINE + 1), send(NINE + 1)]);
    await send(NINE + 3_600_000);
    expect(box.mails.map(({ to }) => to)).toEqual([email('manager')]);
    await send(NINE + DAY);
    expect(box.mails.map(({ to }) => to)).toEqual([email('manager'), email('manager')]);
  });

  it('NOTE-14 not to whom nothing waits for, nor who does not want it', async () => {
    await send(NINE);
    expect(box.mails).toEqual([]);
    await file(employee);
    await told.choose(manager, { pushText: 'COUNT', mailDigest: false });
    await send(NINE + DAY);
    expect(box.mails).toEqual([]);
    expect((await told.preferences(manager)).body['data']).toMatchObject({ mailPossible: true });
  });

  it('NOTE-14 again when the mail server did not take it, and not at night', async () => {
    await file(employee);
    box.refuses = true;
    await send(NINE);
    await send(NINE + 60_000);
    box.refuses = false;
    expect(box.mails).toEqual([]);
    await send(NINE + 5 * 60_000);
    expect(box.mails).toHaveLength(1);
    await send(NINE + DAY + 10 * 3_600_000);
    expect(box.mails).toHaveLength(1);
  });

  it('NOTE-14 one whose process died is sent by another, under the same name', async () => {
    await file(employee);
    await expect(
      sendDigests({
        db: server.database.db,
        now: NINE,
        timeZone: server.env.timeZone,
        address: '',
        log: {
          info: () => {
            throw new Error('killed');
          },
        },
        send: () => Promise.reject(new Error('cut off')),
      }),
    ).rejects.toThrow('killed');
    await send(NINE + 60_000);
    expect(box.mails).toEqual([]);
    await send(NINE + 5 * 60_000);
    expect(box.mails.map(({ to }) => to)).toEqual([email('manager')]);
    expect(box.mails[0]?.text).toMatch(/Message-ID: <digest-2026-07-16-\S+@example\.com>/i);
  });
});
