import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { lineAbove, personByEmail, type PersonRow } from './repository/people.ts';

/** A person that a request names, with the managers above; `id` null when there is none of that address. */
export interface NamedPerson {
  id: string | null;
  lineAbove: readonly string[];
  row: PersonRow | undefined;
}

/** Finds a person by address. Runs the same two queries whether there is one or not, so that timing reveals nothing. */
export async function personNamed(db: Kysely<Tables>, email: string): Promise<NamedPerson> {
  const row = await personByEmail(db, email);
  const line = await lineAbove(db, row?.id ?? '');
  return { id: row?.id ?? null, lineAbove: line, row };
}
