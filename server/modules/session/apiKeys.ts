import { randomBytes } from 'node:crypto';
import { API_SCOPES, type ApiScope } from '#server/platform/database/tables/guardTables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { addKey, endKey, listKeys, type ApiKeyRow } from './repository/apiKeys.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';

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

/** What an audit row says of what the command does: who types it is known to nobody. */
const byCommand = (recordId: string, at: number) => ({
  recordId,
  recordKind: 'key',
  at,
  actorId: null,
  before: null,
  origin: 'npm run keys',
});

/**
 * `npm run keys`: makes, lists and revokes the keys of programs (S13). Any number are good at once: make the next one,
 * hand it over, then revoke the last one. Answers what to say; the key itself is said once, and kept as a hash. Throws
 * `StartupError` with a message.
 */
export async function keysCommand(args: readonly string[], { db }: Pick<Database, 'db'>, now: number): Promise<string> {
  const [what, first, name = '', days] = args;
  if (what === 'list') return (await listKeys(db)).map((key) => lineOf(key, now)).join('\n') || 'There are no keys.';
  if (what === 'revoke' && first !== undefined) {
    const ended = await transact(db, async (tx) => {
      const done = await endKey(tx, first, now);
      const recordId = `KEY${first}`;
      const previous = (await lastAuditHashes(tx, [recordId])).get(recordId);
      const version = previous === undefined ? 1 : 2;
      const what = { ...byCommand(recordId, now), version, action: 'key-revoked', after: null };
      if (done) await appendAudit(tx, what, previous ?? '');
      return done;
    });
    if (!ended)
      throw new StartupError(`There is no key ${first} that is good. 'npm run keys -- list' names those there are.`);
    return `Revoked ${first}. It opens nothing from now on.`;
  }
  if (what !== 'create' || !isScope(first) || name.trim() === '') throw new StartupError(KEYS_USAGE);
  if (days !== undefined && !(/^[1-9]\d{0,3}$/.test(days) && Number(days) <= MAX_DAYS))
    throw new StartupError(`The days that a key is good for are a whole number from 1 to ${MAX_DAYS}.`);
  const key = `kharcha_${first}_${randomBytes(KEY_BYTES).toString('base64url')}`;
  const id = randomBytes(6).toString('hex');
  const expiresAt = days === undefined ? null : now + Number(days) * DAY;
  await transact(db, async (tx) => {
    const made = { id, name: name.trim(), scope: first, created_at: now, expires_at: expiresAt };
    await addKey(tx, { ...made, key_hash: sha256(key) });
    const after = { scope: first, name: made.name, expiresAt };
    await appendAudit(tx, { ...byCommand(`KEY${id}`, now), version: 1, action: 'key-made', after }, '');
  });
  return `Made ${id} for ${name.trim()}. Send it as the header x-api-key; it is shown this once:\n${key}`;
}
