import { urlOf } from '#contract/endpoint.ts';
import { openLeaverLink } from '#contract/calls/leaving.ts';
import { LEAVER_LINK } from '#domain/leaver.ts';
import { composeLeaverLink } from '#server/modules/directory/index.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { sendQueuedMails, type Compose } from '#server/platform/mail/sendQueued.ts';
import type { Answer, Api } from './api.ts';
import * as directory from './directory.ts';
import { dataOf } from './expenses.ts';
import { idOf, type PersonKey } from './people.ts';
import { NOW, type TestServer } from './server.ts';
import { heard, said } from '../server/platform/http/savedMomentFixtures.ts';

/** Links for who has left, as tests get and open them. */

const MINUTE = 60_000;
const ADDRESS = 'https://claims.example.com';
const LINK = /https:\/\/claims\.example\.com\/leaving#([\w-]{43})/;

/** What mails are made of. */
type MailingServer = Pick<TestServer, 'database' | 'clock'> & {
  env: Pick<TestServer['env'], 'leaverLinkDays' | 'timeZone'>;
};

/** What a process of the server does every second: answers the mails that go out. `takes`: whether they are taken. */
export async function mailed(server: MailingServer, takes = true): Promise<Mail[]> {
  const { database, env } = server;
  const out: Mail[] = [];
  const compose: Record<string, Compose> =
    env.leaverLinkDays > 0
      ? { [LEAVER_LINK]: composeLeaverLink({ database, clock: () => server.clock.now, address: ADDRESS, env }) }
      : {};
  const send = async (mail: Mail): Promise<void> => {
    out.push(mail);
    if (!takes) throw new Error('Not now');
  };
  await database.db.deleteFrom('mails').where('kind', '!=', LEAVER_LINK).execute();
  const input = { db: database.db, now: server.clock.now, compose, send, log: { info: () => undefined } };
  while ((await sendQueuedMails(input)) > 0);
  return out;
}

/** The secret of the link in a mail. */
export function secretIn(mail: Mail | undefined): string {
  const secret = LINK.exec(mail?.text ?? '')?.[1];
  if (secret === undefined) throw new Error(`No link in: ${mail?.text}`);
  return secret;
}

export const openLink = (server: Pick<TestServer, 'with'>, secret: string): Promise<Answer> =>
  server.with(null).post(urlOf(openLeaverLink), { secret }, { platform: '', 'device-id': 'device-of-a-leaver' });

/** Calls as who has left, by the session that their link opens. */
export async function asLeaver(server: TestServer, secret: string): Promise<Api> {
  const answer = await openLink(server, secret);
  if (answer.status !== 200) throw new Error(answer.text);
  return server.with(String(answer.body['token']));
}

/**
 * Somebody whose phone hears from the server now leaves a minute later; answers the server's word to that phone, and
 * the secret of their link.
 */
export async function leavesNow(server: TestServer, who: PersonKey): Promise<{ word: string; secret: string }> {
  const word = await heard(server.with(await server.signIn(who)));
  server.clock.now += MINUTE;
  dataOf(await directory.leave(await server.as('org-admin'), idOf(who)));
  return { word, secret: secretIn((await mailed(server)).at(-1)) };
}

/** What such a phone says of a claim that it saved just before its person left, where the clock began at NOW. */
export const saved = (word: string): Record<string, string> => said(NOW + MINUTE / 2, word);
