import { randomBytes, randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { SIGN_IN_CODE } from '#contract/limits.ts';
import { codeMail } from '#domain/signInCode.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import {
  forgetOldCodes,
  setCode,
  settleCode,
  takeDueCodes,
  type SignInCodeRow,
  isAnyCodeDue,
} from './repository/signInCodes.ts';
import type { SecretStore } from '#server/platform/secrets/repository.ts';
import { hashOfCode, mayHaveCode } from './signInCodes.ts';
import { personByEmail } from '#server/modules/people/index.ts';

const AT_ONCE = 10;
/** Lease of a row that one process sends: longer than any mail takes. */
const TURN = 60_000;
/** People waiting for a code do not wait long. */
const RETRY = 5_000;
const MAX_ATTEMPTS = 4;

export interface CodeMailsInput {
  db: Kysely<Tables>;
  /** What this server's secrets are sealed with. */
  secretsKeys: SecretStore['keys'];
  /** Epoch milliseconds. */
  now: number;
  /** Only people of this domain may sign in; null: everybody of the directory. */
  domain: string | null;
  /** Hands a mail to the mail server; rejects when it did not take it. */
  send: (mail: Mail) => Promise<void>;
  log: { info(fields: object, message: string): void };
}

async function sendOne(row: SignInCodeRow, { db, secretsKeys, now, domain, send, log }: CodeMailsInput): Promise<void> {
  const person = await personByEmail(db, row.email);
  const code = String(randomInt(10 ** SIGN_IN_CODE.digits)).padStart(SIGN_IN_CODE.digits, '0');
  const known = mayHaveCode(person, domain);
  // Nobody's row looks like anybody's, and no code opens it.
  if (
    !(await setCode(
      db,
      row,
      known ? await hashOfCode({ db, keys: secretsKeys }, row.id, code) : randomBytes(32).toString('base64url'),
      now,
    ))
  )
    return;
  if (known) {
    try {
      await send({
        to: person.email,
        id: `code-${randomBytes(9).toString('base64url')}`,
        ...codeMail(person.name, code),
      });
    } catch (error) {
      log.info(
        { job: 'codes', kind: error instanceof Error ? error.name : typeof error, attempts: row.attempts },
        'mail not delivered',
      );
      return void (await settleCode(db, row, row.attempts < MAX_ATTEMPTS ? now + RETRY * row.attempts : null));
    }
  }
  await settleCode(db, row, null);
}

/** Mails the codes that were asked for, each made at that moment (SES-20); answers how many were looked at. */
export async function sendCodes(input: CodeMailsInput): Promise<number> {
  const { db, now } = input;
  if (!(await isAnyCodeDue(db, now))) return 0;
  const rows = await takeDueCodes(db, now, now + TURN, AT_ONCE);
  await Promise.all(rows.map((row) => sendOne(row, input)));
  await forgetOldCodes(db, now);
  return rows.length;
}
