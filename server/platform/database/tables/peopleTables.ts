import type { Generated } from 'kysely';
import type { PersonSource, Role } from '#contract/enums.ts';
import type { Day, Millis } from '../units.ts';

/** Rows of people, their sessions and their stand-ins. */

export interface PeopleTable {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  employee_code: string;
  manager_id: string | null;
  roles: Role[];
  cost_centre: string;
  disabled: boolean;
  exceptional_date: Day | null;
  /** The subject of the identity provider, bound at first sign-in. */
  subject: string | null;
  grade: Generated<string>;
  base_location: Generated<string>;
  joined_on: Generated<Day | null>;
  left_on: Generated<Day | null>;
  /** Who keeps this person: what another source says of them is refused (ORG-7). */
  source: Generated<PersonSource>;
  /** The id that a SCIM client knows this person by. */
  external_id: Generated<string | null>;
  /** What the identity provider says of this person and the screen does not change; null: all it may (ORG-7). */
  kept_fields: Generated<string[] | null>;
  created_at: Millis;
  updated_at: Millis;
}

export interface SessionsTable {
  /** SHA-256 of the token, hex. The token itself is never stored. */
  token_hash: string;
  person_id: string;
  device_id: string | null;
  user_agent: string;
  created_at: Millis;
  last_used_at: Millis;
  ended_at: Millis | null;
  /** When the provider asked who it is, where it says so; null: as the session was opened. */
  signed_in_at: Generated<Millis | null>;
  /** The OpenID Connect provider that it was opened by, and its subject and session there. */
  provider_id: Generated<string | null>;
  provider_subject: Generated<string | null>;
  provider_sid: Generated<string | null>;
  /** Its ID token, which names the session to the provider at sign-out; sealed where there is a key. */
  id_token: Generated<string | null>;
  /** When its person had left, where a leaver's link opened it (ORG-42); null: any other session. */
  left_at: Generated<Millis | null>;
}

/** A manager's stand-in, from its first day to its last, both counted. */
export interface DelegationsTable {
  id: string;
  manager_id: string;
  stand_in_id: string;
  from_day: Day;
  to_day: Day;
  created_by: string;
  /** Ended before its last day was over, or called off. */
  ended_at: Millis | null;
  ended_by: string | null;
  version: number;
  /** Idempotency-Key of the create, unique per creator, for ever. */
  creation_key: string | null;
  created_at: Millis;
  updated_at: Millis;
}
