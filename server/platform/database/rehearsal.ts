import { sql, type Kysely, type Transaction } from 'kysely';
import { migrations as all } from '#server/migrations/migrations.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { migrationState } from './migrate.ts';
import type { Migrations } from './migrateInUse.ts';
import type { Tables } from './tables.ts';

/** What a start of this build would do to a database, tried on a copy of it. */
export interface Rehearsal {
  /** The migrations that ran, in order, and how long each took in milliseconds. */
  ran: { name: string; millis: number }[];
  /** What was refused and why; null where the start would succeed. `name`: the migration, or null after all of them. */
  refused: { name: string | null; reason: string } | null;
}

export interface RehearsalOptions {
  /** What a start checks once the migrations ran. Throws `StartupError`. */
  check: (db: Kysely<Tables>) => Promise<void>;
  /** Those of this build; tests have others. */
  migrations?: Migrations | undefined;
}

/** PostgreSQL's message with the row it means: who runs this may read the database anyway. */
function reasonOf(error: unknown): string {
  const { message } = error as Error;
  const detail = error instanceof Error && 'detail' in error && typeof error.detail === 'string' ? error.detail : '';
  return detail === '' ? message : `${message} (${detail})`;
}

/** Runs what is pending in this transaction, as a start would, and what a start checks then. */
async function rehearse(tx: Transaction<Tables>, { check, migrations = all }: RehearsalOptions): Promise<Rehearsal> {
  const ran: Rehearsal['ran'] = [];
  let name: string | null = null;
  try {
    for (name of (await migrationState(tx, migrations)).pending) {
      const begun = performance.now();
      await migrations[name]?.up(tx);
      ran.push({ name, millis: performance.now() - begun });
    }
    name = null;
    await sql`set constraints all immediate`.execute(tx);
    await check(tx);
    return { ran, refused: null };
  } catch (error) {
    if (!(error instanceof StartupError) && !(error instanceof Error && 'code' in error)) throw error;
    return { ran, refused: { name, reason: reasonOf(error) } };
  }
}

class RolledBack extends Error {
  override name = 'RolledBack';
}

/**
 * Makes a copy, rehearses on it what a start does, and rolls all of it back: a killed rehearsal leaves nothing behind
 * either. What the copy refuses is an outcome; what `copy` throws is thrown.
 */
export async function rehearseOn<Copy>(
  db: Kysely<Tables>,
  copy: (tx: Transaction<Tables>) => Promise<Copy>,
  options: RehearsalOptions,
): Promise<{ copy: Copy; rehearsal: Rehearsal }> {
  let outcome: { copy: Copy; rehearsal: Rehearsal } | undefined;
  const trying = db.transaction().setIsolationLevel('repeatable read');
  await trying
    .execute(async (tx) => {
      outcome = { copy: await copy(tx), rehearsal: await rehearse(tx, options) };
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  if (!outcome) throw new Error('The rehearsal ended without an outcome');
  return outcome;
}
