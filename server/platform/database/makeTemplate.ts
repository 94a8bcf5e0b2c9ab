import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { openEmbedded } from './embedded.ts';
import { keepTemplate } from './template.ts';
import { templateStamp } from './templateStamp.ts';

/*
 * Run by the build: makes the database that a first start copies. `makeTemplate.js <folder>`
 */

const log = { info: () => undefined, warn: console.error, error: console.error };

/** Without what further databases would be made from, which is half of its files: this server makes none. */
async function makeLean({ db }: Awaited<ReturnType<typeof openEmbedded>>): Promise<void> {
  await sql`update pg_database set datistemplate = false`.execute(db);
  for (const name of ['template1', 'template0']) await sql`drop database ${sql.id(name)}`.execute(db);
}

const SEGMENT = /^[0-9A-F]{24}$/;
const SEGMENT_BYTES = 16n * 1024n * 1024n;

/** Whether the log got as far as this segment: one that was only made ready does not begin with its own address. */
function isBegun(file: string): boolean {
  const name = path.basename(file);
  const [log, number] = [name.slice(8, 16), name.slice(16)].map((digits) => BigInt(`0x${digits}`));
  const address = ((log ?? 0n) << 32n) + (number ?? 0n) * SEGMENT_BYTES;
  return readFileSync(file).readBigUInt64LE(8) === address;
}

async function make(home: string): Promise<void> {
  const dataDir = mkdtempSync(`${home}-`);
  try {
    const onFatal = (error: Error): never => {
      throw error;
    };
    const database = await openEmbedded({ dataDir, log, onFatal, template: null });
    await makeLean(database);
    await sql`vacuum analyze`.execute(database.db);
    await sql`checkpoint`.execute(database.db);
    const { rows } = await sql<{ name: string }>`select pg_walfile_name(pg_current_wal_lsn()) as name`.execute(
      database.db,
    );
    await database.close();
    // What was logged before that is in its tables.
    const wal = path.join(dataDir, 'database', 'pg_wal');
    for (const name of readdirSync(wal))
      if (SEGMENT.test(name) && (name < (rows[0]?.name ?? '') || !isBegun(path.join(wal, name))))
        rmSync(path.join(wal, name));
    keepTemplate(path.join(dataDir, 'database'), home, templateStamp());
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await make(path.resolve(process.argv[2] ?? ''));
process.exit();
