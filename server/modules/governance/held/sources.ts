/**
 * Where a person is named in the database (PDA-1). Each column that names one stands here: rows that are about the
 * person are told whole, rows in which they play another part are named, and what is left out has its reason.
 */

/** Rows about a person, told whole. */
export interface WholeRows {
  table: string;
  /** Columns that name the person. */
  of: readonly string[];
  /** Secrets of devices and hashes, which tell nobody anything. */
  without?: readonly string[];
}

export const WHOLE_ROWS: readonly WholeRows[] = [
  { table: 'people', of: ['id'] },
  { table: 'former_addresses', of: ['person_id'] },
  { table: 'scim_users', of: ['person_id'] },
  { table: 'scim_group_members', of: ['person_id'] },
  { table: 'sessions', of: ['person_id'], without: ['token_hash', 'id_token', 'provider_sid'] },
  { table: 'push_subscriptions', of: ['person_id'], without: ['p256dh', 'auth', 'session_hash'] },
  { table: 'notification_choices', of: ['person_id'] },
  { table: 'notifications', of: ['person_id'] },
  { table: 'digests', of: ['person_id'] },
  { table: 'mails', of: ['person_id'] },
  { table: 'leaver_links', of: ['person_id'], without: ['token_hashes'] },
  { table: 'claims', of: ['owner_id'] },
  { table: 'claim_totals', of: ['owner_id'] },
  { table: 'trips', of: ['owner_id'] },
  { table: 'trip_totals', of: ['owner_id'] },
  { table: 'enquiries', of: ['owner_id', 'asker_id'] },
  { table: 'delegations', of: ['manager_id', 'stand_in_id'] },
  { table: 'file_owners', of: ['person_id'] },
  { table: 'uploads', of: ['person_id'] },
  { table: 'idempotency', of: ['person_id'], without: ['body', 'request_hash'] },
  { table: 'campaigns', of: ['owner_id'] },
  { table: 'sheet_uploads', of: ['person_id'] },
  { table: 'erasures', of: ['about_id'] },
];

/** Rows that belong to a claim or trip of the person, told whole. */
export const OWNED_ROWS = [
  { table: 'claim_bills', by: 'claim_id', owner: 'claims' },
  { table: 'trip_tickets', by: 'trip_id', owner: 'trips' },
  { table: 'trip_further_tickets', by: 'trip_id', owner: 'trips' },
] as const;

/** Rows of others in which the person plays a part: told by their key alone. */
export const MENTIONS: readonly { table: string; column: string; key: string }[] = [
  { table: 'people', column: 'manager_id', key: 'id' },
  { table: 'claims', column: 'manager_id', key: 'id' },
  { table: 'claims', column: 'manager_decided_by', key: 'id' },
  { table: 'claims', column: 'finance_decided_by', key: 'id' },
  { table: 'trips', column: 'manager_id', key: 'id' },
  { table: 'trips', column: 'manager_decided_by', key: 'id' },
  { table: 'trips', column: 'admin_decided_by', key: 'id' },
  { table: 'trip_further_tickets', column: 'added_by', key: 'trip_id' },
  { table: 'enquiries', column: 'closed_by', key: 'id' },
  { table: 'delegations', column: 'created_by', key: 'id' },
  { table: 'delegations', column: 'ended_by', key: 'id' },
  { table: 'role_reviews', column: 'confirmed_by', key: 'month' },
  { table: 'tally_batches', column: 'created_by', key: 'id' },
  { table: 'tally_batches', column: 'exported_by', key: 'id' },
  { table: 'legal_holds', column: 'set_by', key: 'id' },
  { table: 'legal_holds', column: 'lifted_by', key: 'id' },
  { table: 'erasures', column: 'made_by', key: 'id' },
  { table: 'gst_keys', column: 'added_by', key: 'id' },
];

/** Columns that name a person and are told otherwise, or not, and why. */
export const OTHERWISE: Readonly<Record<string, string>> = {
  'audit_log.actor_id': 'told as the rows of the log, without what they say of others',
  'audit_log.on_behalf_of': 'told as the rows of the log, without what they say of others',
  'audit_log.record_id': 'told as the rows of the log, whole',
  'claim_totals.manager_id': 'sums of the claims that name the manager',
  'trip_totals.manager_id': 'sums of the trips that name the manager',
  'trips.booked_by': 'the traveller or the office, in a word; it names nobody',
  'trips.done_by': 'the traveller or the office, in a word; it names nobody',
  'setup_links.person_id': 'whom the setup link made is in the log',
  'setup_links.signs_in': 'it is good for an hour, and its use is in the log',
  'legal_holds.subject_id': 'that there is one is told as the rows of the log; its reason may have to stay a secret',
  'retention_state.updated_by': 'who changed the periods last is in the log',
  'sign_in_requests.email': 'the address that somebody signs in with by a code, for the minutes that the code is good',
  'webhook_events.body': 'what receivers are told of rows that are told here, for the days until they have taken it',
  'ledger_mapping.updated_by': 'who changed the ledgers last is in the log',
};
