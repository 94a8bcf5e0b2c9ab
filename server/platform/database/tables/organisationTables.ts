import type { Generated } from 'kysely';
import type { Millis } from '../units.ts';

/** The one row of the one organisation. */
interface OrganisationTable {
  id: string;
  name: string;
  /** A data address; null: none. */
  logo: string | null;
  gstins: Generated<string[]>;
  version: number;
  updated_at: Millis;
}

/** A link by which the first organisation admin comes in. */
interface SetupLinksTable {
  /** SHA-256 of the link's secret, hex. The secret itself is never stored. */
  token_hash: string;
  created_at: Millis;
  used_at: Millis | null;
  /** SHA-256 of the attempt that used it, hex. */
  attempt_hash: string | null;
  /** Who came in by it. */
  person_id: string | null;
  /** The organisation admin whom it signs in; null: it sets the organisation up. */
  signs_in: string | null;
}

/** By which somebody who has left sends what they saved before (ORG-41). */
interface LeaverLinksTable {
  person_id: string;
  left_at: Millis;
  /** SHA-256 of each secret that was mailed, hex: a mail that is tried again has another one. */
  token_hashes: Generated<string[]>;
}

/** A mail that waits to be sent. */
interface MailsTable {
  id: string;
  person_id: string;
  /** What it tells of: its text is made when it is sent. */
  kind: string;
  created_at: Millis;
  due_at: Millis;
  attempts: Generated<number>;
}

/** The monthly review of roles. */
interface RoleReviewsTable {
  /** 2026-07 */
  month: string;
  started_at: Millis;
  confirmed_at: Millis | null;
  confirmed_by: string | null;
}

export interface OrganisationTables {
  leaver_links: LeaverLinksTable;
  mails: MailsTable;
  organisation: OrganisationTable;
  role_reviews: RoleReviewsTable;
  setup_links: SetupLinksTable;
}
