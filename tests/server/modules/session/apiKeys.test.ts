import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as calls from '#contract/calls/apiKeys.ts';
import { intakeConveyance } from '#contract/calls/conveyance.ts';
import { keysCommand } from '#server/modules/session/apiKeys.ts';
import { urlOf } from '#contract/endpoint.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { makeToken, endToken, provisioningOf } from '#tests/support/scim.ts';
import { handIn, intakeRow, KEY } from '#tests/support/conveyance.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now += 61_000;
  await server.database.db.deleteFrom('api_keys').execute();
});

const run = (...args: string[]): Promise<string> => keysCommand(args, server.database, server.clock.now);
async function make(...args: string[]): Promise<{ id: string; key: string }> {
  const said = await run('create', 'intake', ...args);
  return { id: /^Made (\w+) /.exec(said)?.[1] ?? '', key: said.split('\n')[1] ?? '' };
}
const status = async (key: string): Promise<number> =>
  (await handIn(server, [intakeRow()], { 'x-api-key': key })).status;

describe('S13 CNV-4 keys of programs', () => {
  it('S13 are made by the server, kept as a hash, and open what they were made for', async () => {
    expect(await status(KEY)).toBe(404);
    const { id, key } = await make('Sales app');
    expect(key).toMatch(/^kharcha_intake_[A-Za-z0-9_-]{43}$/);
    expect([await status(key), await status(KEY), await status(`${key}x`)]).toEqual([200, 401, 401]);
    expect((await server.with(key).get('/api/v1/user/role')).status).toBe(401);
    expect(JSON.stringify(await server.database.db.selectFrom('api_keys').selectAll().execute())).not.toContain(key);
    expect(server.logs.join('\n')).not.toContain(key);
    const listed = await run('list');
    expect(listed).toContain(id);
    expect(listed).toContain('last used 2026-07-15');
    expect(listed).not.toContain(key);
  });

  it('S13 are rotated without a gap: several are good at once, and a revoked one opens nothing', async () => {
    const [last, next] = [await make('Sales app'), await make('Sales app, from July')];
    expect([await status(last.key), await status(next.key)]).toEqual([200, 200]);
    expect(await run('revoke', last.id)).toBe(`Revoked ${last.id}. It opens nothing from now on.`);
    expect([await status(last.key), await status(next.key)]).toEqual([401, 200]);
    await expect(run('revoke', last.id)).rejects.toThrow(/^There is no key/);
    expect(await run('list')).toContain('ended 2026-07-15');
  });

  it('S13 expire where they were made to', async () => {
    const { key } = await make('Trial', '30');
    expect(await status(key)).toBe(200);
    server.clock.now += 30 * DAY;
    expect(await status(key)).toBe(404);
    expect(await run('list')).toContain('expired');
  });

  it.each([
    [[]],
    [['create']],
    [['create', 'everything', 'x']],
    [['create', 'intake']],
    [['create', 'intake', 'x', '0']],
    [['create', 'intake', 'x', '99999']],
    [['remove', 'x']],
  ])('S13 what the command does not understand is told in a sentence: %j', async (args) => {
    await expect(run(...args)).rejects.toMatchObject({ name: 'StartupError' });
    expect(await server.database.db.selectFrom('api_keys').select('id').execute()).toEqual([]);
  });

  it('S13 a path that takes keys takes nothing else', async () => {
    const { key } = await make('Sales app');
    expect((await server.with(null).post(`${intakeConveyance.path}?x-api-key=${key}`, [intakeRow()])).status).toBe(401);
  });
});

describe('ORG-35 keys that an organisation admin makes on screen', () => {
  type Made = { tokenId: string; token: string };
  const admin = () => server.as('org-admin');
  const create = async (body: object) => (await admin()).post(urlOf(calls.createApiKey), body);
  const end = async (id: string) => (await admin()).post(urlOf(calls.endApiKey, { parts: { id } }));
  const list = async () =>
    dataOf<{ tokenId: string; lastUsedAt: number | null }[]>(await (await admin()).get(urlOf(calls.listApiKeys)));

  it('open the intake until they are ended, and are shown once', async () => {
    const made = dataOf<Made>(await create({ name: 'Sales app', days: 30 }));
    expect(await list()).toMatchObject([{ tokenId: made.tokenId, name: 'Sales app', lastUsedAt: null, endedAt: null }]);
    expect(await status(made.token)).toBe(200);
    expect((await list())[0]?.lastUsedAt).toBe(server.clock.now);
    expect(JSON.stringify(await list())).not.toContain(made.token);
    expect((await end(made.tokenId)).status).toBe(200);
    expect([(await end(made.tokenId)).status, await status(made.token)]).toEqual([404, 404]);
    const kept = await server.database.db
      .selectFrom('audit_log')
      .select('action')
      .where('record_id', '=', `KEY${made.tokenId}`)
      .execute();
    expect(kept.map(({ action }) => action)).toEqual(['key-made', 'key-revoked']);
  });

  it('are apart from those of providers: neither page lists, makes or ends the other’s', async () => {
    const api = await admin();
    const [intake, scim] = [
      dataOf<Made>(await create({ name: 'Sales app', days: null })),
      dataOf<Made>(await makeToken(api)),
    ];
    expect((await list()).map(({ tokenId }) => tokenId)).toEqual([intake.tokenId]);
    expect((await provisioningOf(api)).tokens.map(({ tokenId }) => tokenId)).toEqual([scim.tokenId]);
    expect([(await end(scim.tokenId)).status, (await endToken(api, intake.tokenId)).status]).toEqual([404, 404]);
    expect(await status(scim.token)).toBe(401);
  });

  it('are ten at most, each with a name and a number of days', async () => {
    for (const [body, code] of [
      [{ name: ' ', days: null }, 422],
      [{ name: 'A', days: 0 }, 422],
      [{ days: 1 }, 400],
    ] as const)
      expect((await create(body)).status).toBe(code);
    for (let n = 0; n < 10; n += 1) dataOf(await create({ name: `Key ${n}`, days: null }));
    expect((await create({ name: 'One more', days: null })).body['message']).toBe(
      'There are 10 keys already. Please end one first.',
    );
  });
});
