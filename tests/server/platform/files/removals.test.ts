import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeOrphanFiles } from '#server/main/retention.ts';
import { fileThere } from '#tests/support/fileThere.ts';
import { pdf } from '#tests/support/files.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

const LATER = NOW + 40 * 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.now = NOW;
});

const noted = () => server.database.db.selectFrom('file_removals').select('hash').execute();

describe('U3 bytes of a file that is forgotten', () => {
  it('stay where that does not commit', async () => {
    const { db } = server.database;
    const hash = await (await server.as('employee')).bill('of a commit that fails');
    await sql`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'lost at its commit'; end $$`.execute(db);
    await sql`create constraint trigger refuse after delete on files deferrable initially deferred
      for each row execute function refuse()`.execute(db);
    await expect(removeOrphanFiles(server.database, server.files, LATER)).rejects.toThrow('lost at its commit');
    expect(await fileThere(server, hash)).toEqual([true, true]);
    await sql`drop trigger refuse on files`.execute(db);
    await sql`drop function refuse`.execute(db);
    expect(await removeOrphanFiles(server.database, server.files, LATER)).toBe(1);
    expect(await fileThere(server, hash)).toEqual([false, false]);
  });

  it('go with the next removal where that was cut off after the commit', async () => {
    const hash = await (await server.as('employee')).bill('of a removal that is cut off');
    const away = { ...server.files, remove: () => Promise.reject(new Error('killed')) };
    await expect(removeOrphanFiles(server.database, away, LATER)).rejects.toThrow('killed');
    expect(await fileThere(server, hash)).toEqual([true, false]);
    expect(await noted()).toEqual([{ hash }]);
    expect(await removeOrphanFiles(server.database, server.files, LATER)).toBe(0);
    expect([await fileThere(server, hash), await noted()]).toEqual([[false, false], []]);
  });

  it('stay where they are uploaded again between the two', async () => {
    const bytes = pdf('uploaded in between');
    const hash = await (await server.as('employee')).bill('uploaded in between');
    server.clock.now = LATER;
    const other = await server.as('employee2');
    const database = {
      db: server.database.db,
      durable: async () => expect((await other.upload(bytes)).status).toBe(200),
    };
    expect(await removeOrphanFiles(database, server.files, LATER)).toBe(1);
    expect([await fileThere(server, hash), await noted()]).toEqual([[true, true], []]);
  });

  it('stay where a build from before this list wrote their row', async () => {
    const hash = await (await server.as('employee')).bill('of the build before');
    await server.database.db.insertInto('file_removals').values({ hash }).execute();
    expect(await removeOrphanFiles(server.database, server.files, NOW)).toBe(0);
    expect([await fileThere(server, hash), await noted()]).toEqual([[true, true], []]);
  });
});
