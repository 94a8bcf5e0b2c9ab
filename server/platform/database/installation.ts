import type { Kysely } from 'kysely';
import { StartupError } from '#server/platform/base/errors.ts';
import type { Tables } from './tables.ts';

/** Made by every demo at its first start, before databases said what they are. */
const DEMO_KEY = 'demo-identity-key';

/**
 * What a database is that does not say so yet: builds before this one left a demo's signing key, or people without it.
 */
async function kindOf(db: Kysely<Tables>, demo: boolean): Promise<'demo' | 'real'> {
  if (await db.selectFrom('secrets').select('name').where('name', '=', DEMO_KEY).executeTakeFirst()) return 'demo';
  if (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) return 'real';
  return demo ? 'demo' : 'real';
}

/** What the database is; where it does not say so yet, that is decided and written down. */
export async function decideKind(
  db: Kysely<Tables>,
  { demo, now }: { demo: boolean; now: number },
): Promise<'demo' | 'real' | undefined> {
  const read = async () => (await db.selectFrom('installation').select('kind').executeTakeFirst())?.kind;
  const known = await read();
  if (known !== undefined) return known;
  await db
    .insertInto('installation')
    .values({ kind: await kindOf(db, demo), decided_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return read();
}

/**
 * A database knows whether it is a demo, from its first start on (S5). In a demo anybody has been anybody, so it never
 * becomes real; and a real one is never opened to everybody. Throws `StartupError` explaining how to start over. `now`
 * in epoch milliseconds.
 */
export async function assertInstallationKind(
  db: Kysely<Tables>,
  { demo, dataDir, now }: { demo: boolean; dataDir: string | null; now: number },
): Promise<void> {
  const kind = await decideKind(db, { demo, now });
  if (kind === (demo ? 'demo' : 'real')) return;
  const place = dataDir === null ? 'the database of DATABASE_URL' : dataDir;
  const elsewhere = dataDir === null ? 'DATABASE_URL to an empty database' : 'DATA_DIR to another folder';
  throw new StartupError(
    kind === 'demo'
      ? `What is in ${place} is a demo, in which anybody could sign in as anybody. ` +
          `To begin for real, set ${elsewhere}; to go on with the demo, set DEMO=1.`
      : `What is in ${place} is in real use, and the demo would let anybody sign in as anybody. ` +
          `To go on with it, set DEMO=0; to begin a demo, set ${elsewhere}.`,
  );
}
