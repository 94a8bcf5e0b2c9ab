import type pg from 'pg';
import { StartupError } from '#server/platform/base/errors.ts';

const OLDEST = 15;
/** For a look at the server itself. */
const LOOK = 5_000;
/** SQLSTATE of a change on a server that only reads. */
const READ_ONLY = '25006';

const ONLY_READS = `pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "onlyReads"`;
/** What a standby is refused with, as PostgreSQL itself refuses a change there. */
export const onlyReads = (): Error => Object.assign(new Error('The server only reads'), { code: READ_ONLY });
const look = (text: string): pg.QueryConfig => ({ text, query_timeout: LOOK }) as pg.QueryConfig;

/** Rejects where the server only reads. A connection to such a one is not kept: another may lead elsewhere by now. */
export async function assertTakesChanges(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  let right = false;
  try {
    const { rows } = await client.query<{ onlyReads: boolean }>(look(`select ${ONLY_READS}`));
    right = rows[0]?.onlyReads === false;
  } finally {
    client.release(!right);
  }
  if (!right) throw onlyReads();
}

/** Throws `StartupError` where the server cannot be used; with `toWrite` one that only reads cannot. */
export async function checkServer(pool: pg.Pool, where: string, toWrite: boolean): Promise<void> {
  let version: number;
  let safe: string;
  let isolation: string | undefined;
  try {
    const { rows } = await pool.query<{ version: string; safe: string; isolation: string; onlyReads: boolean }>(
      look(
        "select current_setting('server_version_num') as version, " +
          "current_setting('default_transaction_isolation') as isolation, " +
          `current_setting('fsync') || current_setting('full_page_writes') as safe, ${ONLY_READS}`,
      ),
    );
    version = Math.floor(Number(rows[0]?.version) / 10_000);
    safe = rows[0]?.safe ?? '';
    isolation = rows[0]?.isolation;
    if (toWrite && rows[0]?.onlyReads !== false) throw onlyReads();
  } catch (error) {
    throw unusable(error, where);
  }
  if (version < OLDEST)
    throw new StartupError(`The database at ${where} is PostgreSQL ${version}. Version ${OLDEST} or newer is needed.`);
  if (safe !== 'onon')
    throw new StartupError(
      `The database at ${where} runs with fsync or full_page_writes off, so a power cut could lose claims. ` +
        'Turn both on.',
    );
  // What is read after the wait for a lock is what others have written until then.
  if (isolation !== 'read committed')
    throw new StartupError(
      `The database at ${where} begins transactions as ‘${isolation}’. Kharcha needs its usual ‘read committed’: ` +
        'alter the database or role to reset default_transaction_isolation.',
    );
}

/** Why a start ends, in words for who runs it; the error itself is its cause. */
export const unusable = (error: unknown, where: string): StartupError =>
  new StartupError(whyNot(error, where), { cause: error });

function whyNot(error: unknown, where: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const hint = 'Check DATABASE_URL.';
  if (code === '28P01' || code === '28000')
    return `The database at ${where} refused the user name or password. ${hint}`;
  if (code === '3D000') return `There is no such database: ${where}. ${hint}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host of the database ${where} is not known. ${hint}`;
  if (code === READ_ONLY)
    return `The database at ${where} takes no changes: it is a standby, or set to be read only. ${hint}`;
  if (code === '57P03') return `The database at ${where} is still starting. Try again in a moment.`;
  return (
    `The database at ${where} does not answer (${error instanceof Error ? error.message || code : String(error)}). ` +
    'Start it, or check DATABASE_URL.'
  );
}

/** Host, port and database; never the password. Throws `StartupError` for what is no address. */
export function placeOf(databaseUrl: string): string {
  let url: URL;
  try {
    url = new URL(databaseUrl);
  } catch {
    throw new StartupError('DATABASE_URL is not an address such as postgres://user:password@host:5432/database.');
  }
  if (!['postgres:', 'postgresql:'].includes(url.protocol))
    throw new StartupError('DATABASE_URL must start with postgres://.');
  return `${url.host || (url.searchParams.get('host') ?? 'localhost')}${url.pathname}`;
}
