import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import { openDatabase } from '#server/platform/database/open.ts';
import { transact } from '#server/platform/database/transact.ts';

/*
 * A server in small, to be killed: says what it finds, then submits claims and says each one's number when it is on
 * the disk. `node submitter.js DATA_DIR [look]`.
 */
const [dataDir, look] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Say the data folder.');
const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);
const log = { info: () => undefined, warn: () => undefined, error: (message: string) => say({ error: message }) };

try {
  const { db, durable, close } = await openDatabase({ dataDir, log });
  await sql`create table if not exists submitted (n int primary key, body text)`.execute(db);
  await sql`create table if not exists noted (n int primary key)`.execute(db);
  const { rows } = await sql<{
    n: number;
    noted: boolean;
  }>`select s.n, n.n is not null as noted from submitted s full join noted n on n.n = s.n order by 1`.execute(db);
  say({ found: rows.map((row) => row.n), half: rows.filter((row) => row.n === null || !row.noted).length });
  if (look) {
    await close();
    process.exit(0);
  }
  let next = Math.max(0, ...rows.map((row) => row.n)) + 1;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (;;) {
        const n = next++;
        await transact(db, async (tx) => {
          await sql`insert into submitted values (${n}, ${'x'.repeat((n * 37) % 3000)})`.execute(tx);
          await sql`insert into noted values (${n})`.execute(tx);
        });
        await durable();
        say({ done: n });
      }
    }),
  );
} catch (error) {
  say({ refused: (error as Error).message, name: (error as Error).name });
  process.exit(1);
}
