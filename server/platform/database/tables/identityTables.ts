import type { ColumnType } from 'kysely';
import type { Role } from '#contract/enums.ts';
import type { Millis } from '../units.ts';

/** Rows of OpenID Connect: who vouches for people, and sign-ins on their way. */

/** An OpenID Connect provider. Its client secret is among the secrets. */
export interface IdentityProvidersTable {
  id: string;
  /** On the button. */
  name: string;
  issuer: string;
  client_id: string;
  /** Only addresses of these domains may sign in; none: of any. */
  domains: string[];
  /** An address counts as verified where the provider says nothing of it. */
  trusts_email: boolean;
  groups_claim: string | null;
  /** Which roles a group of the provider gives; null: groups give none. */
  group_roles: ColumnType<Record<string, Role[]> | null, string | null, string | null>;
  enabled: boolean;
  position: number;
  version: number;
  created_at: Millis;
  updated_at: Millis;
}

/** A sign-in of one browser, until its ticket is exchanged. */
export interface OidcSignInsTable {
  /** SHA-256 of the state, hex. */
  id: string;
  provider_id: string;
  /** SHA-256 of the secret in the browser's cookie, hex. */
  browser_hash: string;
  /** Of PKCE. */
  verifier: string;
  nonce: string;
  redirect_uri: string;
  return_path: string;
  expires_at: Millis;
  /** When the provider's answer came: another one is not looked at. */
  used_at: Millis | null;
  /** SHA-256 of the ticket that the page exchanges, hex. */
  ticket_hash: string | null;
  /** Who it is, or why nobody was signed in. */
  outcome: ColumnType<unknown, string | null, string | null>;
}
