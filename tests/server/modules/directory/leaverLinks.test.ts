import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LEAVER_LINK_CLOSED, leaverLinksSince, MAX_LEAVER_LINK_DAYS } from '#domain/leaver.ts';
import { forgetLeaverLinks } from '#server/modules/session/index.ts';
import type { Api } from '#tests/support/api.ts';
import * as directory from '#tests/support/directory.ts';
import { create, dataOf, expenseBody } from '#tests/support/expenses.ts';
import { asLeaver, leavesNow, mailed, openLink, saved, secretIn } from '#tests/support/leaverLinks.ts';
import { email, idOf, type PersonKey } from '#tests/support/people.ts';
import { aUser, scimClient } from '#tests/support/scim.ts';
import * as sessions from '#tests/support/sessions.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { heard } from '../../platform/http/savedMomentFixtures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startServer();
  api = await server.as('org-admin');
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = NOW;
  await server.database.db.deleteFrom('rate_limits').execute();
});

const CLOSED = { status: 403, body: { message: LEAVER_LINK_CLOSED } };

const leaves = (who: PersonKey) => leavesNow(server, who);
const returns = async (who: PersonKey): Promise<void> => void dataOf(await directory.comeBack(api, idOf(who)));

describe('ORG-41 the link of who leaves', () => {
  it('goes out once by mail, is kept as a hash alone, and opens a session as often as it is needed', async () => {
    dataOf(await directory.leave(api, idOf('employee3')));
    const [mail, ...others] = await mailed(server);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: email('employee3'), text: expect.stringContaining('good until 28-07-2026') });
    const secret = secretIn(mail);
    const row = await server.database.db.selectFrom('leaver_links').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(secret);
    const answers = [await openLink(server, secret), await openLink(server, secret)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toMatchObject({
      accountDetails: { personId: idOf('employee3') },
      sealing: { secrets: [expect.any(String)] },
    });
    // The one before has ended.
    const word = await heard(await server.as('employee'));
    const asked = answers.map(({ body }) => create(server.with(String(body['token'])), {}, saved(word)));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([401, 403]);
    expect(server.logs.join('')).not.toContain(secret);
    await returns('employee3');
  });

  it('a mail that is tried again has another secret, and both are good', async () => {
    dataOf(await directory.leave(api, idOf('employee3')));
    const [lost] = await mailed(server, false);
    server.clock.now += HOUR;
    const [arrived] = await mailed(server);
    expect(secretIn(arrived)).not.toBe(secretIn(lost));
    for (const mail of [lost, arrived]) expect((await openLink(server, secretIn(mail))).status).toBe(200);
    await returns('employee3');
  });

  it('goes to who leaves by a file and by the identity provider too, and to nobody who came back before', async () => {
    const client = await scimClient(server);
    const made = await client.post('/Users', aUser('leaver'));
    const address = String(made.body['userName']);
    await client.patch(`/Users/${made.body.id}`, [{ op: 'replace', path: 'active', value: 'False' }]);
    expect((await mailed(server)).map(({ to }) => to)).toEqual([address]);
    await client.patch(`/Users/${made.body.id}`, [{ op: 'replace', path: 'active', value: true }]);
    await client.delete(`/Users/${made.body.id}`);
    expect((await mailed(server)).map(({ to }) => to)).toEqual([address]);

    const head = 'Name,E-mail,Employee code\n';
    const take = async (rows: string, query: Record<string, string> = {}) => {
      const seen = dataOf<{ plan: string }>(await directory.importFile(api, head + rows, query));
      return directory.importFile(api, head + rows, { ...query, apply: 'true', plan: seen.plan });
    };
    dataOf(await take('Fay,fay@example.com,F1\nFil,fil@example.com,F2'));
    dataOf(await take('Fay,fay@example.com,F1', { missingLeave: 'true', sure: 'true' }));
    expect((await mailed(server)).map(({ to }) => to)).toEqual(['fil@example.com']);

    dataOf(await directory.leave(api, idOf('employee3')));
    await returns('employee3');
    expect(await mailed(server)).toEqual([]);
  });

  it('is good for its days and no longer; a token kept until then opens nothing either', async () => {
    const { word, secret } = await leaves('employee3');
    const leftAt = server.clock.now;
    server.clock.now = leftAt + 14 * DAY - 10 * MINUTE;
    const kept = await asLeaver(server, secret);
    dataOf(await create(kept, expenseBody(await kept.bill('in time')), saved(word)));
    server.clock.now = leftAt + 14 * DAY;
    expect(await openLink(server, secret)).toMatchObject(CLOSED);
    expect((await create(kept, {}, saved(word))).status).toBe(401);
    await returns('employee3');
  });

  it('its session lasts an hour, in use or not', async () => {
    const { word, secret } = await leaves('employee3');
    const kept = await asLeaver(server, secret);
    for (const minutes of [20, 39]) {
      server.clock.now += minutes * MINUTE;
      expect((await kept.upload(Buffer.from('no bill'))).status).toBe(415);
    }
    server.clock.now += MINUTE;
    expect((await create(kept, {}, saved(word))).status).toBe(401);
    await returns('employee3');
  });

  it('ends as they come back: neither its token nor the link is worth anything, nor after leaving again', async () => {
    const { word, secret } = await leaves('employee3');
    const kept = await asLeaver(server, secret);
    await returns('employee3');
    const opens = async () => [(await openLink(server, secret)).status, (await create(kept, {}, saved(word))).status];
    expect(await opens()).toEqual([403, 401]);
    server.clock.now += MINUTE;
    const again = await leaves('employee3');
    expect(await opens()).toEqual([403, 401]);
    expect((await openLink(server, again.secret)).status).toBe(200);
    await returns('employee3');
  });

  it('ends where an organisation admin signs them out everywhere, on record', async () => {
    const { secret } = await leaves('employee3');
    const kept = await asLeaver(server, secret);
    const listed = sessions.rowsOf(await sessions.listOf(api, idOf('employee3')));
    expect(listed.map(({ way }) => way)).toEqual(['The link for who has left']);
    dataOf(await sessions.endOf(api, idOf('employee3')));
    expect(await openLink(server, secret)).toMatchObject(CLOSED);
    expect((await kept.upload(Buffer.from(''))).status).toBe(401);
    const log = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('on_behalf_of', '=', idOf('employee3'))
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(log).toEqual({ action: 'leaver-link-ended', actor_id: idOf('org-admin') });
    await returns('employee3');
  });

  it('a guess is not taken, few are let through in a minute, and one is opened so often alone', async () => {
    const { secret } = await leaves('employee3');
    const opened: number[] = [];
    for (let times = 0; times < 31; times += 1) opened.push((await openLink(server, secret)).status);
    expect(opened.slice(-2)).toEqual([200, 429]);
    const guesses: number[] = [];
    for (let times = 0; times < 11; times += 1)
      guesses.push((await openLink(server, `${'g'.repeat(40)}${times}`)).status);
    expect(new Set(guesses.slice(0, 9))).toEqual(new Set([403]));
    expect(guesses.at(-1)).toBe(429);
    for (const body of ['short', `${secret}'`, 'x'.repeat(101)])
      expect((await openLink(server, body)).status).not.toBe(200);
    server.clock.now += 2 * HOUR;
    expect((await openLink(server, secret)).status).toBe(200);
    await returns('employee3');
  });

  it('is forgotten when the longest that one may be good is over', async () => {
    await leaves('employee3');
    const { db } = server.database;
    const leftAt = server.clock.now;
    const theirs = db.selectFrom('leaver_links').select('left_at').where('person_id', '=', idOf('employee3'));
    for (const [after, kept] of [
      [28 * DAY - 1, 1],
      [28 * DAY, 0],
    ] as const) {
      await forgetLeaverLinks(db, leaverLinksSince(leftAt + after, MAX_LEAVER_LINK_DAYS));
      expect(await theirs.execute()).toHaveLength(kept);
    }
    await returns('employee3');
  });

  it('opened as they come back, it leaves nothing that lives', async () => {
    const { word, secret } = await leaves('employee3');
    const [opened] = await Promise.all([openLink(server, secret), returns('employee3')]);
    const kept = server.with(String(opened.body['token'] ?? 'none-was-opened-in-time'));
    expect((await create(kept, {}, saved(word))).status).toBe(401);
  });

  it('0 days: no mail goes out, and nothing opens', async () => {
    const without = await startServer({ LEAVER_LINK_DAYS: '0' });
    const admin = await without.as('org-admin');
    dataOf(await directory.leave(admin, idOf('employee3')));
    expect(await mailed(without)).toEqual([]);
    const days = { ...without, env: { ...without.env, leaverLinkDays: 14 } };
    await without.database.db.updateTable('people').set({ disabled: false }).where('id', '=', idOf('tally')).execute();
    dataOf(await directory.leave(admin, idOf('tally')));
    const [mail] = await mailed(days);
    expect(await openLink(without, secretIn(mail))).toMatchObject(CLOSED);
    await without.close();
  });
});
