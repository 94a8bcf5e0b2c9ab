import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { intakeConveyance } from '#contract/calls/conveyance.ts';
import { keysCommand } from '#server/modules/session/apiKeys.ts';
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
