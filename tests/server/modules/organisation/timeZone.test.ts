import type { ExpressionBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { getOrganisation, renameOrganisation, setUp } from '#contract/calls/organisation.ts';
import { getConfig } from '#contract/calls/platform.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { OrganisationState } from '#contract/organisation.ts';
import { isTimeZone, presentNames, TIME_ZONE_SET, TIME_ZONE_STAYS, timeZoneOf } from '#domain/organisation.ts';
import { settleTimeZone } from '#server/modules/organisation/index.ts';
import { issueSetupSecret } from '#server/modules/setup/index.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { assertInstallationKind } from '#server/platform/database/installation.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { dataOf, file } from '#tests/support/expenses.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const isOrgAdmin = (eb: ExpressionBuilder<Tables, 'people'>) => eb(eb.val('orgAdmin'), '=', eb.fn.any('roles'));

describe('ORG-36 the time zone', () => {
  test.each([
    ['Europe/Berlin', null, true, true],
    ['Europe/Berlin', 'Asia/Kolkata', false, true],
    ['Europe/Berlin', 'Asia/Kolkata', true, false],
    ['Asia/Kolkata', 'Asia/Kolkata', true, true],
    // Another name of the same.
    ['Asia/Calcutta', 'Asia/Kolkata', true, true],
    [null, 'Europe/Berlin', true, true],
    [null, null, true, true],
  ])('%s after %s, with records %s: good %s', (setting, before, hasRecords, good) => {
    expect('value' in timeZoneOf(setting, { before, hasRecords })).toBe(good);
  });

  test.each([
    ['Asia/Kolkata', true],
    ['America/Argentina/Buenos_Aires', true],
    ['UTC', true],
    ['Etc/GMT+5', true],
    ['+05:30', false],
    ['Asia/Bangalore2', false],
    ['', false],
    ["Asia/Kolkata'; drop table claims", false],
  ])('%s is a time zone: %s', (name, good) => expect(isTimeZone(name)).toBe(good));

  it('is listed by the name that its city has today, once', () => {
    const formerly = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata' }).resolvedOptions().timeZone;
    expect(presentNames(['UTC', formerly, 'Asia/Kolkata'])).toEqual(['Asia/Kolkata', 'UTC']);
  });

  const settle = (timeZone: string | null) =>
    settleTimeZone(server.database.db, { timeZone: timeZone ?? 'UTC', timeZoneSet: timeZone !== null });
  const zoneOfConfig = async (): Promise<unknown> =>
    (await server.with(null).get(urlOf(getConfig), { platform: '' })).body['orgTimeZone'];
  const state = async () => dataOf<OrganisationState>(await (await server.as('org-admin')).get(urlOf(getOrganisation)));
  const choose = async (timeZone: unknown) =>
    (await server.as('org-admin')).put(urlOf(renameOrganisation), { name: 'Acme', timeZone });
  const kept = async () =>
    (await server.database.db.selectFrom('installation').select('time_zone').executeTakeFirst())?.time_zone;

  it('is Asia/Kolkata until it is chosen, and what is chosen counts at once, and at the next start', async () => {
    await assertInstallationKind(server.database.db, { demo: false, dataDir: null, now: NOW });
    expect(await settle(null)).toBe('Asia/Kolkata');
    expect(await state()).toMatchObject({ timeZone: 'Asia/Kolkata', timeZoneSet: false, timeZoneStays: false });
    const chosen = await choose('Pacific/Auckland');
    expect(chosen.body).toMatchObject({ data: { timeZone: 'Pacific/Auckland' } });
    expect([await zoneOfConfig(), await kept(), await settle(null)]).toEqual(Array(3).fill('Pacific/Auckland'));
    const wrong = await choose('Asia/Bangalore2');
    expect([wrong.status, wrong.body['errors']]).toEqual([
      422,
      { timeZone: 'Please choose a time zone from the list' },
    ]);
    const { before, after } = await server.database.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('action', '=', 'organisation-named')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect([before, after]).toMatchObject([{ timeZone: 'Asia/Kolkata' }, { timeZone: 'Pacific/Auckland' }]);
  });

  it('chosen in another process it counts here from the next request on', async () => {
    await server.database.db.updateTable('installation').set({ time_zone: 'Europe/Berlin' }).execute();
    expect(await zoneOfConfig()).toBe('Europe/Berlin');
  });

  it('is chosen with the first admin, whose page may say nothing of it', async () => {
    const { db } = server.database;
    const admins = await db.selectFrom('people').select('id').where(isOrgAdmin).execute();
    await db.updateTable('people').set({ roles: [] }).where(isOrgAdmin).execute();
    const secret = await issueSetupSecret(server.database, NOW);
    const body = { secret, organisation: 'Acme', name: 'Tara Bose', email: 'tara@acme.example', employeeCode: 'A1' };
    const ask = (timeZone?: string) => server.with(null).post(urlOf(setUp), { ...body, timeZone }, { platform: '' });
    expect((await ask('Mars/Olympus')).body['errors']).toEqual({ timeZone: 'Please choose a time zone from the list' });
    expect((await ask('Asia/Dubai')).status).toBe(200);
    expect([await kept(), await zoneOfConfig()]).toEqual(['Asia/Dubai', 'Asia/Dubai']);
    for (const { id } of admins)
      await db
        .updateTable('people')
        .set({ roles: ['orgAdmin'] })
        .where('id', '=', id)
        .execute();
  });

  it('is the setting’s where there is one, and nobody chooses another', async () => {
    server.env.timeZoneSet = true;
    server.env.timeZone = await settle('Asia/Kolkata');
    expect(await kept()).toBe('Asia/Kolkata');
    expect((await choose('Asia/Calcutta')).status).toBe(200);
    const refused = await choose('Europe/Berlin');
    expect([refused.status, refused.body['errors']]).toEqual([422, { timeZone: TIME_ZONE_SET }]);
    expect(await kept()).toBe('Asia/Kolkata');
    server.env.timeZoneSet = false;
  });

  it('stays from the first claim on, chosen or set', async () => {
    await file(await server.as('employee'), { expenseDate: NOW });
    expect(await state()).toMatchObject({ timeZone: 'Asia/Kolkata', timeZoneStays: true });
    const refused = await choose('Europe/Berlin');
    expect([refused.status, refused.body['errors']]).toEqual([422, { timeZone: TIME_ZONE_STAYS }]);
    expect(await settle('Asia/Kolkata')).toBe('Asia/Kolkata');
    expect(await settle(null)).toBe('Asia/Kolkata');
    await expect(settle('Europe/Berlin')).rejects.toThrow(
      new StartupError(
        'ORG_TIME_ZONE is Europe/Berlin, and the claims and trips of this database were filed by the days of ' +
          'Asia/Kolkata: in another time zone they would be of other days. Set ORG_TIME_ZONE=Asia/Kolkata.',
      ),
    );
    expect(await kept()).toBe('Asia/Kolkata');
  });

  it('of what was filed before it was kept is the setting’s', async () => {
    await server.database.db.updateTable('installation').set({ time_zone: null }).execute();
    await settle('Asia/Kolkata');
    await expect(settle('UTC')).rejects.toThrow(StartupError);
  });
});
