import type { Kysely, Selectable } from 'kysely';
import type { OidcSignInsTable } from '#server/platform/database/tables/identityTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** A sign-in as the browser begins it. */
export type NewSignIn = Omit<Selectable<OidcSignInsTable>, 'used_at' | 'ticket_hash' | 'outcome'>;

/** Notes that a browser is on its way to a provider, and forgets those that took too long. */
export async function beginSignIn(db: Kysely<Tables>, signIn: NewSignIn, now: number): Promise<void> {
  await forgetSignIns(db, now);
  await db
    .insertInto('oidc_sign_ins')
    .values({ ...signIn, used_at: null, ticket_hash: null, outcome: null })
    .execute();
}

/** Removes sign-ins that nobody can finish any more, and answers how many. */
export async function forgetSignIns(db: Kysely<Tables>, now: number): Promise<number> {
  return Number((await db.deleteFrom('oidc_sign_ins').where('expires_at', '<', now).executeTakeFirst()).numDeletedRows);
}

/** A state that came back: the sign-in that it belongs to, once and in the browser that began it alone. */
export const takeSignIn = (
  db: Kysely<Tables>,
  id: string,
  browserHash: string,
  now: number,
): Promise<Selectable<OidcSignInsTable> | undefined> =>
  db
    .updateTable('oidc_sign_ins')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('browser_hash', '=', browserHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Keeps what the sign-in led to for whoever has the ticket, until `expiresAt`. */
export async function keepOutcome(
  db: Kysely<Tables>,
  id: string,
  ticketHash: string,
  outcome: unknown,
  expiresAt: number,
): Promise<void> {
  await db
    .updateTable('oidc_sign_ins')
    .set({ ticket_hash: ticketHash, outcome: JSON.stringify(outcome), expires_at: expiresAt })
    .where('id', '=', id)
    .execute();
}

/** The outcome of a ticket, once and in the browser that began the sign-in alone. */
export const takeOutcome = (
  db: Kysely<Tables>,
  ticketHash: string,
  browserHash: string,
  now: number,
): Promise<Pick<Selectable<OidcSignInsTable>, 'outcome' | 'provider_id'> | undefined> =>
  db
    .deleteFrom('oidc_sign_ins')
    .where('ticket_hash', '=', ticketHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(['outcome', 'provider_id'])
    .executeTakeFirst();
