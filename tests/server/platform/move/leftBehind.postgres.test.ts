import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { writeMovedNote } from '#server/platform/database/movedNote.ts';
import { onOneConnection } from '#server/platform/database/postgres.ts';
import { tablesId } from '#server/platform/epoch/carry.ts';
import { assertNothingLeftBehind } from '#server/platform/move/leftBehind.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';

const postgres = await startPostgres(roomyFolder());
const home = mkdtempSync(join(roomyFolder(), 'kharcha-left-'));
afterAll(async () => {
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
});

/** A database without a person in it, and what its tables are called. */
async function madeEmpty(): Promise<{ url: string; tables: string }> {
  const url = await postgres.createDatabase();
  const tables = await onOneConnection(url, async (db) => {
    await migrate(db, { log: () => undefined });
    return tablesId(db);
  });
  return { url, tables };
}
const start = (url: string, dataDir: string): Promise<void> =>
  onOneConnection(url, (db) => assertNothingLeftBehind(db, dataDir));
const use = (url: string) => onOneConnection(url, (db) => sql`insert into lives values ('there', 1)`.execute(db));
function folder(name: string): string {
  const dataDir = join(home, name);
  mkdirSync(join(dataDir, 'database'), { recursive: true });
  writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '17');
  return dataDir;
}

describe('a start on PostgreSQL', () => {
  it('begins anew only where the folder holds no database', async () => {
    const [{ url }, dataDir] = [await madeEmpty(), folder('before')];
    await expect(start(url, home)).resolves.toBeUndefined();
    await expect(start(url, dataDir)).rejects.toThrow(/ holds a database, and that of DATABASE_URL is empty\. Run npm/);
    await use(url);
    await expect(start(url, dataDir)).resolves.toBeUndefined();
  });

  it('begins no other database than the one to which the folder was moved', async () => {
    const [{ url, tables }, dataDir] = [await madeEmpty(), folder('done')];
    writeMovedNote(dataDir, { to: 'db/kharcha', tables, at: 1, done: true });
    rmSync(join(dataDir, 'database'), { recursive: true });
    await expect(start(url, dataDir)).rejects.toThrow(/ was moved to db\/kharcha, and that of DATABASE_URL is another/);
    await use(url);
    await expect(start(url, dataDir)).resolves.toBeUndefined();
  });

  it('goes on after a move that did not say that it ended only in what that filled', async () => {
    const [{ url, tables }, other, dataDir] = [await madeEmpty(), await madeEmpty(), folder('begun')];
    writeMovedNote(dataDir, { to: 'db/kharcha', tables, at: 1, done: false });
    const unknown = /did not say that it ended\. Run npm run move again/;
    await use(other.url);
    await expect(start(other.url, dataDir)).rejects.toThrow(unknown);
    await expect(start(url, dataDir)).rejects.toThrow(unknown);
    await use(url);
    await expect(start(url, dataDir)).resolves.toBeUndefined();
  });
});
