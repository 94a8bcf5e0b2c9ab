import { sendCodes } from '#server/modules/session/signInCodesJob.ts';
import { openMail } from '#server/platform/mail/mail.ts';
import type { Answer } from '#tests/support/api.ts';
import type { Mailbox } from '#tests/support/mailbox.ts';
import type { TestServer } from '#tests/support/server.ts';

export const ASK = '/api/v1/account/code';
export const LOGIN = '/api/v1/account/codelogin';
export const MINUTE = 60_000;

/** Asking for codes, mailing and entering them, at a server and a mailbox that are there when a test begins. */
export function codesAt(there: () => { server: TestServer; box: Mailbox }) {
  /** What the browser of the last request was given, by address: only it may enter the code. */
  const given = new Map<string, string>();
  async function ask(address: string, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await there().server.with(null).post(ASK, { email: address }, headers);
    const { request } = (answer.body['data'] ?? {}) as { request?: string };
    if (request !== undefined) given.set(address.trim().toLowerCase(), request);
    return answer;
  }
  const enter = (
    address: string,
    code: string,
    headers: Record<string, string> = {},
    request = given.get(address) ?? 'A'.repeat(43),
  ): Promise<Answer> => there().server.with(null).post(LOGIN, { email: address, code, request }, headers);
  const deliver = (domain: string | null = null): Promise<number> => {
    const { server, box } = there();
    return sendCodes({
      db: server.database.db,
      secretsKeys: [],
      now: server.clock.now,
      domain,
      send: openMail(box.url, 'Kharcha <claims@example.com>'),
      log: { info: () => undefined },
    });
  };
  const codeOf = (text = there().box.mails.at(-1)?.text ?? ''): string => /^(\d{6})\r?$/m.exec(text)?.[1] ?? '';
  return { ask, enter, deliver, codeOf };
}

/** Another code than this one. */
export const another = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
