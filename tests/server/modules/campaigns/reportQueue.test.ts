import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeReports, removeOldReports } from '#server/modules/campaigns/reportsJob.ts';
import { addTargets } from '#server/modules/campaigns/repository/reports.ts';
import type { Api } from '#tests/support/api.ts';
import { made, makeAll, readCampaign, reportsInput, signedUrl, updateCampaign } from '#tests/support/campaigns.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { MINUTE, DAY, takeCompanyOfSix } from './reportFixtures.ts';

let server: TestServer;
let manager: Api;
let other: Api;
beforeAll(async () => {
  server = await startServer();
  [manager, other] = [await server.as('campaign-manager'), await server.as('campaign-manager2')];
  await takeCompanyOfSix(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = NOW;
  const { db } = server.database;
  await db.deleteFrom('campaign_targets').execute();
  await db.deleteFrom('campaigns').execute();
  await sql`update contacts set last_targeted_on = '-infinity'`.execute(db);
});

const fileOf = async (api: Api, fileUrl: string | null): Promise<Record<string, string>[]> => {
  const signed = String((await signedUrl(api, fileUrl ?? '')).body['data']);
  const answer = await server.with(null).get(signed, { platform: '' });
  expect(answer.status).toBe(200);
  return parse(answer.text, { columns: true, bom: true });
};
const targets = () =>
  server.database.db
    .selectFrom('campaign_targets as t')
    .innerJoin('contact_details as d', 'd.contact_id', 't.contact_id')
    .select(['t.campaign_id', 'd.external_id', sql<string>`t.targeted_on::text`.as('day')])
    .orderBy('d.contact_id')
    .execute();

describe('CAMP-21 the queue of report files', () => {
  /** Two that would choose the same contacts; the first is due before the second. */
  const madeInTurn = async () => {
    const one = await made(manager, 'One');
    server.clock.now += 1;
    return [one, await made(other, 'Two')] as const;
  };

  it('however many processes make files, each campaign’s is made once', async () => {
    const all = [];
    for (let n = 0; n < 5; n += 1) all.push(await made(manager, `Many ${n}`, { coolOffPeriod: '3' }));
    await Promise.all([makeAll(server), makeAll(server), makeAll(server)]);
    const rows = await server.database.db
      .selectFrom('campaigns')
      .select(['status', 'version', 'report_attempts'])
      .execute();
    expect(rows).toEqual(all.map(() => ({ status: 'READY', version: 2, report_attempts: 1 })));
  });

  it('one that a dead process had is made by another once its lease is over', async () => {
    const { campaignId } = await made(manager, 'Taken over');
    // Dies while it writes: nothing of it goes on.
    let reached = (): void => undefined;
    const writing = new Promise<void>((resolve) => (reached = resolve));
    const files = { ...server.files, putStream: () => new Promise<never>(() => reached()) };
    void makeReports(reportsInput(server, { files }));
    await writing;
    await makeAll(server);
    expect((await readCampaign(manager, campaignId)).status).toBe('PROCESSING');
    server.clock.now = NOW + MINUTE;
    await makeAll(server);
    expect(await readCampaign(manager, campaignId)).toMatchObject({ status: 'READY', csvCount: 6 });
  });

  it('a process that was only slow counts for nothing once another has taken over', async () => {
    const { campaignId } = await made(manager, 'Slow');
    let goOn = (): void => undefined;
    const slow = makeReports(
      reportsInput(server, {
        files: {
          ...server.files,
          putStream: async (pieces, type) => {
            await new Promise<void>((resolve) => (goOn = resolve));
            return server.files.putStream(pieces, type);
          },
        },
      }),
    );
    await expect
      .poll(
        async () =>
          (
            await server.database.db
              .selectFrom('campaigns')
              .select('report_attempts')
              .where('id', '=', campaignId)
              .executeTakeFirst()
          )?.report_attempts,
      )
      .toBe(1);
    server.clock.now = NOW + MINUTE;
    await makeAll(server);
    const before = await server.database.db
      .selectFrom('campaigns')
      .selectAll()
      .where('id', '=', campaignId)
      .executeTakeFirstOrThrow();
    goOn();
    await slow;
    expect(
      await server.database.db
        .selectFrom('campaigns')
        .selectAll()
        .where('id', '=', campaignId)
        .executeTakeFirstOrThrow(),
    ).toEqual(before);
  });

  it('CAMP-9 two processes that make two campaigns at once hand out nobody twice within the cool-off', async () => {
    const pair = await madeInTurn();
    let goOn = (): void => undefined;
    const waits = new Promise<void>((resolve) => (goOn = resolve));
    let reached = (): void => undefined;
    const chosen = new Promise<void>((resolve) => (reached = resolve));
    // Has chosen, and has not noted whom.
    const first = makeReports(
      reportsInput(server, {
        files: {
          ...server.files,
          putStream: async (pieces, type) => {
            const stored = await server.files.putStream(pieces, type);
            reached();
            await waits;
            return stored;
          },
        },
      }),
    );
    await chosen;
    await Promise.all([makeAll(server), makeAll(server)]);
    goOn();
    await first;
    await Promise.all([makeAll(server), makeAll(server)]);
    const files = await Promise.all(
      pair.map(async ({ campaignId }) =>
        (await fileOf(manager, (await readCampaign(manager, campaignId)).fileUrl)).map((row) => row['Contact Id']),
      ),
    );
    expect(files).toEqual([
      ['K6', 'K1', 'K2', 'K7', 'K8', 'K9'],
      ['K3', 'K4', 'K5'],
    ]);
  });

  it('CAMP-9 a process that was too slow notes nobody once another has made another campaign', async () => {
    const [one, two] = await madeInTurn();
    let goOn = (): void => undefined;
    const waits = new Promise<void>((resolve) => (goOn = resolve));
    let reached = (): void => undefined;
    const chosen = new Promise<void>((resolve) => (reached = resolve));
    const first = makeReports(
      reportsInput(server, {
        clock: () => NOW,
        files: {
          ...server.files,
          putStream: async (pieces, type) => {
            const stored = await server.files.putStream(pieces, type);
            reached();
            await waits;
            return stored;
          },
        },
      }),
    );
    await chosen;
    await server.database.db
      .updateTable('campaigns')
      .set({ report_lease: NOW + DAY })
      .where('id', '=', one.campaignId)
      .execute();
    server.clock.now = NOW + MINUTE;
    await makeAll(server);
    goOn();
    await first;
    expect(new Set((await targets()).map((each) => each.campaign_id))).toEqual(new Set([two.campaignId]));
  });

  it('a server that stops gives it back at once, untried', async () => {
    const { campaignId } = await made(manager, 'Stopped');
    const stopping = new AbortController();
    const files = {
      ...server.files,
      putStream: (pieces: AsyncIterable<Buffer>, type: string) => {
        stopping.abort();
        return server.files.putStream(pieces, type);
      },
    };
    expect(await makeReports(reportsInput(server, { files, signal: stopping.signal }))).toBe(0);
    expect(
      await server.database.db
        .selectFrom('campaigns')
        .select(['status', 'report_attempts', 'report_lease'])
        .where('id', '=', campaignId)
        .executeTakeFirst(),
    ).toEqual({ status: 'PROCESSING', report_attempts: 0, report_lease: 0 });
    await makeAll(server);
    expect((await readCampaign(manager, campaignId)).status).toBe('READY');
  });

  it('a store that fails is tried again, later each time, and given up after five times', async () => {
    const { campaignId } = await made(manager, 'Broken');
    let tried = 0;
    const files = {
      ...server.files,
      putStream: async () => {
        tried += 1;
        throw new Error('no store');
      },
    };
    // An attempt that ended after it had noted somebody.
    const { id } = await server.database.db.selectFrom('contacts').select('id').limit(1).executeTakeFirstOrThrow();
    await addTargets(server.database.db, campaignId, [id], '2026-07-01');
    for (let second = 0; second < 600; second += 5) {
      server.clock.now = NOW + second * 1000;
      await makeAll(server, { files });
    }
    expect(tried).toBe(5);
    expect((await targets()).filter((each) => each.campaign_id === campaignId)).toEqual([]);
    const failed = await readCampaign(manager, campaignId);
    expect(failed).toMatchObject({
      status: 'FAILED',
      failure: 'The report file could not be made. Edit the campaign, or create it again.',
      fileUrl: null,
      version: 2,
    });
    await updateCampaign(manager, campaignId, 'Mended');
    await makeAll(server);
    expect(await readCampaign(manager, campaignId)).toMatchObject({ status: 'READY', version: 4 });
  });

  it('one that was deleted while it was made stays deleted', async () => {
    const { campaignId } = await made(manager, 'Gone');
    const files = {
      ...server.files,
      putStream: async (pieces: AsyncIterable<Buffer>, type: string) => {
        const stored = await server.files.putStream(pieces, type);
        await server.database.db
          .updateTable('campaigns')
          .set({ deleted_at: NOW })
          .where('id', '=', campaignId)
          .execute();
        return stored;
      },
    };
    await makeReports(reportsInput(server, { files }));
    expect(
      await server.database.db
        .selectFrom('campaigns')
        .select(['status', 'file_url'])
        .where('id', '=', campaignId)
        .executeTakeFirst(),
    ).toEqual({ status: 'PROCESSING', file_url: null });
  });

  it('files that no campaign names go after a day, others stay', async () => {
    const { campaignId } = await made(manager, 'Two files');
    await makeAll(server);
    const first = (await readCampaign(manager, campaignId)).fileUrl ?? '';
    await updateCampaign(manager, campaignId, 'Two files', { contactPersonType: 'SINGLE' });
    await makeAll(server);
    const second = (await readCampaign(manager, campaignId)).fileUrl ?? '';
    const hash = (fileUrl: string): string => /[0-9a-f]{64}/.exec(fileUrl)?.[0] ?? '';
    await removeOldReports(server.database, server.files, NOW + DAY - 1);
    expect(await server.files.has(hash(first))).toBe(true);
    await removeOldReports(server.database, server.files, NOW + DAY + 1);
    expect([await server.files.has(hash(first)), await server.files.has(hash(second))]).toEqual([false, true]);
    expect(await fileOf(manager, second)).toHaveLength(3);
  });
});
