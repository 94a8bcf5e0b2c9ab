import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { API_SCOPES, type ApiScope } from '#server/platform/database/tables/guardTables.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { addKey, endKey, listKeys, type ApiKeyRow } from './repository/apiKeys.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { tellAdmins } from '#server/modules/people/index.ts';

const KEY_BYTES = 32;
const DAY = 86_400_000;
const MAX_DAYS = 3_650;

export const KEYS_USAGE = `npm run keys -- create <${API_SCOPES.join('|')}> <name> [days]
npm run keys -- list
npm run keys -- revoke <id>`;

const isScope = (text: string | undefined): text is ApiScope => API_SCOPES.some((scope) => scope === text);
const day = (at: number | null): string => (at === null ? 'never' : new Date(at).toISOString().slice(0, 10));

function lineOf({ id, scope, name, created_at, last_used_at, expires_at, ended_at }: ApiKeyRow, now: number): string {
  const state =
    ended_at !== null
      ? `ended ${day(ended_at)}`
      : expires_at !== null && expires_at <= now
        ? `expired ${day(expires_at)}`
        : `expires ${day(expires_at)}`;
  return `  ${id}  ${scope}  made ${day(created_at)}  last used ${day(last_used_at)}  ${state}  ${name}`;
}

/** Who makes or ends a key: an organisation admin, or a command that is typed by nobody known. */
interface KeyMaker {
  at: number;
  actorId: string | null;
  origin: string;
}

const byCommand = (at: number): KeyMaker => ({ at, actorId: null, origin: 'npm run keys' });

/**
 * Makes a key and answers it this once; what is kept is its hash (S13). Any number are good at once. The caller's
 * transaction.
 */
export async function makeKey(
  tx: Kysely<Tables>,
  { scope, name, expiresAt }: { scope: ApiScope; name: string; expiresAt: number | null },
  by: KeyMaker,
): Promise<{ id: string; key: string }> {
  const key = `kharcha_${scope}_${randomBytes(KEY_BYTES).toString('base64url')}`;
  const id = randomBytes(6).toString('hex');
  await addKey(tx, { id, name, scope, created_at: by.at, expires_at: expiresAt, key_hash: sha256(key) });
  const after = { scope, name, expiresAt };
  const what = { recordId: `KEY${id}`, recordKind: 'key', version: 1, action: 'key-made', before: null, after };
  await appendAudit(tx, { ...by, ...what }, '');
  await tellAdmins(tx, { actor: { id: by.actorId }, now: by.at }, [{ ...what, personId: null }]);
  return { id, key };
}

/** Ends a key of this scope, or of any; false where none is good. The caller's transaction. */
export async function revokeKey(
  tx: Kysely<Tables>,
  { id, scope }: { id: string; scope: ApiScope | null },
  by: KeyMaker,
): Promise<boolean> {
  if (!(await endKey(tx, id, scope, by.at))) return false;
  const recordId = `KEY${id}`;
  const previous = (await lastAuditHashes(tx, [recordId])).get(recordId);
  const version = previous === undefined ? 1 : 2;
  const what = { recordId, recordKind: 'key', version, action: 'key-revoked', before: null, after: null };
  await appendAudit(tx, { ...by, ...what }, previous ?? '');
  return true;
}

const HOW: Readonly<Record<ApiScope, string>> = {
  intake: 'Send it as the header x-api-key',
  scim: 'Send it as Authorization: Bearer',
};

/**
 * `npm run keys`: makes, lists and revokes the keys of programs (S13). Any number are good at once: make the next one,
 * hand it over, then revoke the last one. Answers what to say; the key itself is said once, and kept as a hash. Throws
 * `StartupError` with a message.
 */
export async function keysCommand(args: readonly string[], { db }: Pick<Database, 'db'>, now: number): Promise<string> {
  const [what, first, name = '', days] = args;
  if (what === 'list') return (await listKeys(db)).map((key) => lineOf(key, now)).join('\n') || 'There are no keys.';
  if (what === 'revoke' && first !== undefined) {
    const ended = await transact(db, (tx) => revokeKey(tx, { id: first, scope: null }, byCommand(now)));
    if (!ended)
      throw new StartupError(`There is no key ${first} that is good. 'npm run keys -- list' names those there are.`);
    return `Revoked ${first}. It opens nothing from now on.`;
  }
  if (what !== 'create' || !isScope(first) || name.trim() === '') throw new StartupError(KEYS_USAGE);
  if (days !== undefined && !(/^[1-9]\d{0,3}$/.test(days) && Number(days) <= MAX_DAYS))
    throw new StartupError(`The days that a key is good for are a whole number from 1 to ${MAX_DAYS}.`);
  const expiresAt = days === undefined ? null : now + Number(days) * DAY;
  const asked = { scope: first, name: name.trim(), expiresAt };
  const { id, key } = await transact(db, (tx) => makeKey(tx, asked, byCommand(now)));
  return `Made ${id} for ${asked.name}. ${HOW[first]}; it is shown this once:\n${key}`;
}
