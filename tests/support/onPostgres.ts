import { afterAll, describe, expect, it } from 'vitest';
import { startPooler } from './pooler.ts';
import { startPostgres } from './postgres.ts';
import { roomyFolder } from './roomyFolder.ts';
import { pooledBy, startServer } from './server.ts';

/** Set where the tests reach PostgreSQL through PgBouncer: `npm run proof -- pool`. */
const POOLED = process.env['TEST_POOLED'] === '1';

/**
 * Runs test files once more against a PostgreSQL server of their own: what depends on how the database locks, waits and
 * compares. `files`: each by what it is about. No power fails here, so that the server's folder may lie in memory.
 */
export async function onPostgres(files: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const postgres = await startPostgres(roomyFolder());
  process.env['TEST_DATABASE_URL'] = postgres.url;
  const pooler = POOLED ? await startPooler(postgres.url) : null;
  pooledBy(pooler?.through ?? null);

  describe('on PostgreSQL', () => {
    afterAll(async () => {
      await pooler?.end();
      await postgres.stop();
    });

    it('and on nothing else', async () => {
      const server = await startServer();
      expect(server.database.kind).toBe('postgres');
      await server.close();
    });

    for (const [about, read] of Object.entries(files)) {
      describe(about, async () => {
        await read();
      });
    }
  });
}
