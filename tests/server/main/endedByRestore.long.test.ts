import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { intakeConveyance } from '#contract/calls/conveyance.ts';
import { wantCode } from '#server/modules/session/repository/signInCodes.ts';
import { keysCommand } from '#server/modules/session/apiKeys.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { signInByLink } from '#contract/calls/organisation.ts';
import { urlOf } from '#contract/endpoint.ts';
import { issueSignInSecret } from '#server/modules/setup/index.ts';
import * as directory from '#tests/support/directory.ts';
import * as sessions from '#tests/support/sessions.ts';
import { mailed, openLink, secretIn } from '#tests/support/leaverLinks.ts';
import { email, idOf } from '#tests/support/people.ts';
import { startRestorable, type RestorableServer } from '#tests/support/restorable.ts';

const EMPLOYEE = email('employee');
let server: RestorableServer;
beforeAll(async () => {
  server = await startRestorable();
});
afterAll(() => server.close());

const signIn = async (who = EMPLOYEE): Promise<string> =>
  String((await server.present(await server.credential(who))).body['token']);
const works = async (token: string): Promise<number> => (await server.with(token).get('/api/v1/user/role')).status;

describe('S14 SES-22: what was ended stays ended when a backup from before is restored', () => {
  it('S14 AUD-5: a session that was signed out, one that was not, and a token of sign-in that was used', async () => {
    const [signedOut, kept] = [await signIn(), await signIn()];
    await server.backup();
    const credential = await server.credential(EMPLOYEE);
    expect((await server.present(credential)).status).toBe(200);
    await server.with(signedOut).post('/api/v2/logout');
    expect([await works(signedOut), await works(kept)]).toEqual([401, 200]);

    await server.restore();
    expect(await works(signedOut)).toBe(401);
    // A backup does not say which of them were ended since.
    expect(await works(kept)).toBe(401);
    const restored = await server.database.db
      .selectFrom('audit_log')
      .select(['actor_id', 'after'])
      .where('action', '=', 'restored')
      .execute();
    expect(restored).toEqual([
      {
        actor_id: null,
        after: { epoch: expect.any(String) as string, since: server.clock.now, ended: { sessions: 2, keys: 0 } },
      },
    ]);
    expect(await verifyAudit(server.database.db)).toBeNull();
    expect((await server.present(credential)).status).toBe(401);
  });

  it('S14: a key of a program that was revoked, and a code that was used', async () => {
    const said = await keysCommand(['create', 'intake', 'Sales app'], server.database, server.clock.now);
    const [id = '', key = ''] = [/^Made (\w+) /.exec(said)?.[1], said.split('\n')[1]];
    await wantCode(server.database.db, 'of a browser', EMPLOYEE, server.clock.now);
    await server.backup();
    await keysCommand(['revoke', id], server.database, server.clock.now);
    await server.restore();
    expect((await server.with(null).post(intakeConveyance.path, [], { 'x-api-key': key })).status).toBe(404);
    expect(await server.database.db.selectFrom('sign_in_requests').selectAll().execute()).toEqual([]);
  });

  it('S14 ORG-33: a link of an operator that was used, but not one that is made after the restore', async () => {
    const admin = email('org-admin');
    const open = async (secret: string, attempt: string): Promise<number> =>
      (await server.with(null).post(urlOf(signInByLink), { secret, attempt: attempt.repeat(43) })).status;
    const secret = await issueSignInSecret(server.database, admin, server.clock.now);
    await server.backup();
    expect([await open(secret, 'A'), await open(secret, 'B')]).toEqual([200, 403]);
    let made = '';
    await server.restore(async (database) => void (made = await issueSignInSecret(database, admin, server.clock.now)));
    expect([await open(secret, 'B'), await open(made, 'B')]).toEqual([403, 200]);
  });

  it('S14 ORG-41: a link of who has left that was ended; a new one is mailed', async () => {
    const env = { leaverLinkDays: 14, timeZone: 'Asia/Kolkata' };
    const mails = () => mailed({ database: server.database, clock: server.clock, env });
    const orgAdmin = async () => server.with(await signIn(email('org-admin')));
    expect((await directory.leave(await orgAdmin(), idOf('newcomer'))).status).toBe(200);
    const secret = secretIn((await mails()).at(-1));
    await server.backup();
    await sessions.endOf(await orgAdmin(), idOf('newcomer'));
    expect((await openLink(server, secret)).status).toBe(403);
    await server.restore();
    expect((await openLink(server, secret)).status).toBe(403);
    // The restored data say that they may still send what waits on their phone.
    expect((await openLink(server, secretIn((await mails()).at(-1)))).status).toBe(200);
    expect(await mails()).toEqual([]);
  });

  it('S14: people sign in again, and those sessions live through a start', async () => {
    const token = await signIn();
    expect(await works(token)).toBe(200);
    await server.restart();
    expect(await works(token)).toBe(200);
  });

  it('S14: a backup that the build before made is no exception', async () => {
    const token = await signIn();
    await sql`delete from lives`.execute(server.database.db);
    await server.backup();
    await server.with(token).post('/api/v2/logout');
    await server.restore();
    expect(await works(token)).toBe(401);
  });

  it('S14: sessions go on where the build before is replaced by this one', async () => {
    const fresh = await startRestorable();
    try {
      const token = String((await fresh.present(await fresh.credential(EMPLOYEE))).body['token']);
      await sql`delete from lives`.execute(fresh.database.db);
      await fresh.restart();
      expect((await fresh.with(token).get('/api/v1/user/role')).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });
});
