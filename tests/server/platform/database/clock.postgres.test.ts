import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { takeDigests } from '#server/modules/approvals/repository/digests.ts';
import { openDatabase, type Database } from '#server/platform/database/open.ts';
import { quietLog } from '#tests/support/dataDir.ts';
import { idOf } from '#tests/support/people.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const MINUTE = 60_000;
const postgres = await startPostgres(roomyFolder());
process.env['TEST_DATABASE_URL'] = postgres.url;

describe('F8 leases of two processes whose clocks differ', () => {
  let server: TestServer;
  let ahead: Database;
  const realNow = Date.now;
  beforeAll(async () => {
    server = await startServer();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.database.db);
    const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${rows[0]?.name ?? ''}` }).href;
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 10 * MINUTE);
    ahead = await openDatabase({ dataDir: server.dataDir, databaseUrl, log: quietLog });
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(async () => {
    await ahead.close();
    await server.close();
    await postgres.stop();
  });

  it('hold: both go by the clock of the database', async () => {
    const day = '2026-07-15';
    const [first, second] = [server.database.clock(), ahead.clock()];
    expect(Math.abs(second - first)).toBeLessThan(MINUTE);
    const digest = { person_id: idOf('manager'), day, state: 'due', due_at: first, attempts: 0 } as const;
    await server.database.db.insertInto('digests').values(digest).execute();
    expect(await takeDigests(server.database.db, day, first, first + 5 * MINUTE, 10)).toHaveLength(1);
    expect(await takeDigests(ahead.db, day, ahead.clock(), ahead.clock() + 5 * MINUTE, 10)).toEqual([]);
    // Who dies gives it back.
    const later = ahead.clock() + 6 * MINUTE;
    expect(await takeDigests(ahead.db, day, later, later + 5 * MINUTE, 10)).toHaveLength(1);
  });
});
