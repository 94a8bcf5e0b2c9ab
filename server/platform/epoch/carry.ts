import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { nameOf, readNote } from './name.ts';
import * as repository from './repository.ts';

/** Tells the tables of a database from any others; a failover keeps it. */
export async function tablesId(db: Kysely<Tables>): Promise<string> {
  const { system, base, made } = await repository.identityOf(db);
  return `${system}/${base}/${made}`;
}

/** Whether what is newest in a database that nobody uses is in another one: it was filled from this one. */
export async function goesOnFrom(from: Kysely<Tables>, to: Kysely<Tables>): Promise<boolean> {
  const { mark } = await repository.identityOf(from);
  return mark !== null && (await repository.hasMark(to, mark));
}

/**
 * Has a database on PostgreSQL, filled from the embedded one in this folder, go on in its epoch: nobody is signed out
 * (SES-22). Clients are told of another one, and ask what was lost. One that was restored and never started since has
 * no epoch yet: the first start there begins one, and ends what the backup brought back, as it would have here (S14).
 */
export async function carryEpoch(dataDir: string, from: Kysely<Tables>, to: Kysely<Tables>): Promise<void> {
  const { life } = nameOf(await repository.identityOf(from), await readNote(dataDir));
  const since = await repository.epochStart(from, life);
  const name = since === undefined ? life : nameOf(await repository.identityOf(to), '').life;
  await repository.continueEpoch(to, name, since ?? 0);
}
