import { sql } from 'kysely';
import type { TestServer } from './server.ts';

/**
 * Resolves when some connection to this server's database waits for a lock that another one holds. PostgreSQL only: the
 * embedded database has one session.
 */
export async function somebodyWaits({ database }: TestServer): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      n: number;
    }>`
      select count(*)::int as n from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(database.db);
    if ((rows[0]?.n ?? 0) > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
