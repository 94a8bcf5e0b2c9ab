import type { Selectable } from 'kysely';
import { expect } from 'vitest';
import type { AuditLogTable } from '#server/platform/database/tables/auditTables.ts';
import { sendCodes } from '#server/modules/session/signInCodesJob.ts';
import { openMail } from '#server/platform/mail/mail.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { type Mailbox } from '#tests/support/mailbox.ts';
import { email, type PersonKey } from '#tests/support/people.ts';
import { NOW, type TestServer } from '#tests/support/server.ts';

export type Row = Selectable<AuditLogTable>;

export const LOGIN = '/api/v1/account/googlelogin/v2';
export const DEVICE = { 'device-id': 'device-0001', 'user-agent': 'Test browser' };
export const FROM = '127.0.0.1 device-0001 Test browser';
export const inDays = (days: number): number => NOW + days * 86_400_000;
export const status = async (expected: number, answer: Promise<Answer>): Promise<void> =>
  expect((await answer).status).toBe(expected);

export interface Event {
  event: string;
  /** What has to be there first, and is not counted; answers what `run` needs. */
  before?: () => Promise<unknown>;
  run: (before: never) => Promise<unknown>;
  row: Partial<Row> & Pick<Row, 'action' | 'record_kind' | 'actor_id'>;
}
export const event = <Before>(
  each: Omit<Event, 'before' | 'run'> & { before?: () => Promise<Before>; run: (before: Before) => Promise<unknown> },
): Event => each as Event;

/** The server and the mailbox of a test, which are there when it begins. */
export type There = () => { server: TestServer; box: Mailbox };

/** Signing in, and the rows that it leaves, at the server of a test. */
export function accessAt(there: There) {
  const newestId = async (): Promise<number> =>
    Number(
      (
        await there()
          .server.database.db.selectFrom('audit_log')
          .select(({ fn }) => fn.max('id').as('id'))
          .executeTakeFirstOrThrow()
      ).id ?? 0,
    );
  /** The rows that `run` makes. */
  async function rowsOf(run: () => Promise<unknown>): Promise<Row[]> {
    const before = await newestId();
    await run();
    return there()
      .server.database.db.selectFrom('audit_log')
      .selectAll()
      .where('id', '>', before)
      .orderBy('id')
      .execute();
  }

  const anybody = (): Api => there().server.with(null);
  const present = (credential: string, headers: Record<string, string> = {}): Promise<Answer> =>
    anybody().post(LOGIN, { credential }, { ...DEVICE, ...headers });
  const credential = (who: string, changes: Record<string, unknown> = {}): Promise<string> =>
    there().server.identity.sign(there().server.identity.claims(who, there().server.clock.now, changes));
  async function code(): Promise<{ email: string; code: string; request: string }> {
    const { request } = dataOf<{ request: string }>(
      await anybody().post('/api/v1/account/code', { email: email('employee') }),
    );
    await sendCodes({
      db: there().server.database.db,
      secretsKeys: [],
      now: there().server.clock.now,
      domain: null,
      send: openMail(there().box.url, 'Kharcha <claims@example.com>'),
      log: { info: () => undefined },
    });
    return {
      email: email('employee'),
      code: /^(\d{6})\r?$/m.exec(there().box.mails.at(-1)?.text ?? '')?.[1] ?? '',
      request,
    };
  }
  const api = (who: PersonKey): Promise<Api> => there().server.as(who);
  return { newestId, rowsOf, anybody, present, credential, code, api };
}
