import type { Kysely } from 'kysely';
import { Client, type ClientSettings } from './poolSettings.ts';
import type pg from 'pg';
import type { Tables } from './tables.ts';

/** Runs `work` in one process of all that share a database; null, and nothing is run, while another is about it. */
export type Alone = <Result>(
  name: string,
  /** `still` asks whether this process is alone yet: another goes on where its connection was lost. */
  work: (still: () => Promise<boolean>) => Promise<Result>,
) => Promise<Result | null>;

/** The embedded database has one process. */
export const aloneHere: Alone = (_name, work) => work(() => Promise.resolve(true));

const BEGIN = `begin; set local idle_in_transaction_session_timeout = 0; set local tcp_keepalives_idle = 60;
  set local tcp_keepalives_interval = 10; set local tcp_keepalives_count = 3`;

/**
 * By a lock on a PostgreSQL server, in a transaction on a connection of its own: it ends with the process or the
 * connection, and holds behind a pooler that lends connections by transaction too. A network that is cut off gives it
 * back after a minute and a half.
 */
export const aloneOn =
  (settings: pg.ClientConfig & ClientSettings): Alone =>
  async (name, work) => {
    const client = new Client({ ...settings, application_name: `kharcha ${name}` });
    try {
      await client.connect();
      await client.query(BEGIN);
      // Without parameters: the portal of a statement with some keeps its snapshot as long as the transaction lasts,
      // and with it what vacuum may not remove and what an index that is made meanwhile waits for.
      const { rows } = await client.query<{ mine: boolean }>(
        `select pg_try_advisory_xact_lock(hashtextextended(${client.escapeLiteral(name)}, 0)) as mine`,
      );
      if (rows[0]?.mine !== true) return null;
      return await work(() =>
        client.query('select 1').then(
          () => true,
          () => false,
        ),
      );
    } finally {
      await client.query('rollback').catch(() => undefined);
      await client.end().catch(() => undefined);
    }
  };

const turnOf = (job: string) => `daily ${job}` as const;

/** Whether a job that is done once a night was done in this one, 'YYYY-MM-DD'. */
export const wasDone = async (db: Kysely<Tables>, job: string, night: string): Promise<boolean> =>
  (await db.selectFrom('job_turns').select('last').where('job', '=', turnOf(job)).executeTakeFirst())?.last === night;

export const noteDone = (db: Kysely<Tables>, job: string, night: string): Promise<unknown> =>
  db
    .insertInto('job_turns')
    .values({ job: turnOf(job), last: night })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ last: night }))
    .execute();
