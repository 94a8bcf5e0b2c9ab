import pg from 'pg';

/** The synchronous standby of a PostgreSQL server, which is away or not asked for. */
export interface Standby {
  /** From now on every commit waits for it. */
  leave(): Promise<void>;
  /** From now on none does, and those that wait go on. */
  comeBack(): Promise<void>;
  /** How many statements like `text` wait for it, or for a lock. */
  waiting(text?: string): Promise<number>;
  end(): Promise<void>;
}

/** Of the server at this address. */
export async function standbyOf(connectionString: string): Promise<Standby> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const ask = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row | undefined> =>
    (await client.query<Row>(text, values)).rows[0];
  /** Until the server has read its settings again. */
  const apply = async (names: string): Promise<void> => {
    await client.query('select pg_reload_conf()');
    const seen = () => ask<{ names: string }>("select current_setting('synchronous_standby_names') as names");
    while ((await seen())?.names !== names);
  };
  return {
    async leave() {
      await client.query("alter system set synchronous_standby_names = 'absent'");
      await apply('absent');
    },
    async comeBack() {
      await client.query('alter system reset synchronous_standby_names');
      await apply('');
    },
    async waiting(text = '') {
      const row = await ask<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
          where (wait_event = 'SyncRep' or wait_event_type = 'Lock') and query like '%' || $1 || '%'`,
        [text],
      );
      return row?.n ?? 0;
    },
    end: () => client.end(),
  };
}
