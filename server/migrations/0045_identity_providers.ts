import { sql, type Kysely } from 'kysely';

/**
 * Sign-in at OpenID Connect providers (SES-30). A provider's secret is not here but among the secrets, which are sealed.
 * A row of `oidc_sign_ins` is one attempt of one browser, from its start until its ticket is exchanged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table identity_providers (
    id text primary key,
    name text not null,
    issuer text not null,
    client_id text not null,
    domains text[] not null default '{}',
    trusts_email boolean not null default false,
    groups_claim text,
    group_roles jsonb,
    enabled boolean not null default false,
    position integer not null default 0,
    version integer not null default 1,
    created_at bigint not null,
    updated_at bigint not null
  )`.execute(db);
  await sql`create table oidc_sign_ins (
    id text primary key,
    provider_id text not null references identity_providers on delete cascade,
    browser_hash text not null,
    verifier text not null,
    nonce text not null,
    redirect_uri text not null,
    return_path text not null,
    expires_at bigint not null,
    used_at bigint,
    ticket_hash text unique,
    outcome jsonb
  )`.execute(db);
  await sql`create index oidc_sign_ins_expires on oidc_sign_ins (expires_at)`.execute(db);
  await sql`alter table sessions
    add column provider_id text references identity_providers on delete set null,
    add column provider_subject text,
    add column provider_sid text,
    add column id_token text`.execute(db);
  await sql`create index sessions_provider on sessions (provider_id) where provider_id is not null`.execute(db);
}
