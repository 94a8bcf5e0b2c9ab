import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SettingError, text, type Variables } from './variables.ts';

/**
 * Seals the secrets that the database keeps, so that a copy of it reveals none (S19). A sealed value is text:
 * `sealed:v1:<key id>:<base64url of nonce, ciphertext and tag>`, AES-256-GCM with a nonce of its own, the secret's name
 * as associated data.
 */

/** A key of `SECRETS_KEY`, as it seals. */
export interface SecretsKey {
  /** Says which key a value takes and nothing else about it: 8 hex digits. */
  id: string;
  bytes: Uint8Array;
}

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const SEALED = /^sealed:v1:([0-9a-f]{8}):([\w-]+)$/;

function keyOf(text: string, purpose: 'secrets' | 'backup'): SecretsKey {
  const bytes = new Uint8Array(hkdfSync('sha256', text, '', `kharcha ${purpose} v1`, 32));
  return {
    id: createHash('sha256').update(`kharcha ${purpose} key id`).update(bytes).digest('hex').slice(0, 8),
    bytes,
  };
}

/** The key given by `SECRETS_KEY`. */
export const secretsKeyOf = (text: string): SecretsKey => keyOf(text, 'secrets');
/** The key given by `BACKUP_KEY`. */
export const backupKeyOf = (text: string): SecretsKey => keyOf(text, 'backup');

/** The id of the key that a stored value takes; null of one that is plain text. */
export const keyIdOf = (stored: string): string | null => SEALED.exec(stored)?.[1] ?? null;

/** The value as it is stored: sealed by the first key, or plain text where there is none. `name` is bound to it. */
export function sealSecret([key]: readonly SecretsKey[], name: string, value: string): string {
  if (!key) return value;
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key.bytes, nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `sealed:v1:${key.id}:${sealed.toString('base64url')}`;
}

/** The value that is stored; null where its key is not among these, or it is not what was sealed under this name. */
export function openSecret(keys: readonly SecretsKey[], name: string, stored: string): string | null {
  const [, id = '', text = ''] = SEALED.exec(stored) ?? [];
  if (id === '') return stored;
  const key = keys.find((each) => each.id === id);
  const sealed = Buffer.from(text, 'base64url');
  if (!key || sealed.length < NONCE + TAG) return null;
  const decipher = createDecipheriv(CIPHER, key.bytes, sealed.subarray(0, NONCE))
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Reads secrets from environment variables, and refuses those that could be guessed (S13, S19). */

const SECRET_CHARS = 32;
const SECRET_VARIETY = 10;

/** A text that repeats itself. */
const repeats = (value: string): boolean =>
  Array.from({ length: 16 }, (_, n) => n + 1).some((period) =>
    [...value].every((sign, at) => at < period || sign === value[at - period]),
  );

const isStrong = (value: string): boolean =>
  value.length >= SECRET_CHARS && new Set(value).size >= SECRET_VARIETY && !repeats(value);
const STRONG = `Set at least ${SECRET_CHARS} random characters, such as 'openssl rand -base64 32' prints`;

/** A secret of the environment: refused when it could be guessed (S13). */
export function readSecretSetting(variables: Variables, key: string, instead: string): string | null {
  const value = text(variables, key);
  if (value === null || isStrong(value)) return value;
  throw new SettingError(`${key} could be guessed. ${STRONG}${instead}.`);
}

/** Several of them, parted by commas or spaces, newest first. */
export function readSecrets(variables: Variables, key: string): string[] {
  const values = (text(variables, key) ?? '').split(/[\s,]+/).filter((value) => value !== '');
  if (!values.every(isStrong)) throw new SettingError(`${key} could be guessed, or one of several could. ${STRONG}.`);
  if (new Set(values).size !== values.length) throw new SettingError(`${key} names a key twice.`);
  return values;
}

/** In place of a key: secrets may be plain text. */
const PLAIN = 'none';

interface SecretsKeysSetting {
  secretsKeys: readonly SecretsKey[];
  secretsPlain: boolean;
}

/** The keys that seal secrets, the newest first, from the environment or from a file (S19). */
export function readSecretsKeys(variables: Variables): SecretsKeysSetting {
  const file = text(variables, 'SECRETS_KEY_FILE');
  const own = text(variables, 'SECRETS_KEY');
  if (own === PLAIN && file === null) return { secretsKeys: [], secretsPlain: true };
  if (own !== null && file !== null) throw new SettingError('Set SECRETS_KEY or SECRETS_KEY_FILE, not both.');
  const keys =
    file === null
      ? readSecrets(variables, 'SECRETS_KEY')
      : readSecrets({ SECRETS_KEY_FILE: readKeyFile(file) }, 'SECRETS_KEY_FILE');
  if (file !== null && keys.length === 0) throw new SettingError(`SECRETS_KEY_FILE ${file} holds no key.`);
  return { secretsKeys: keys.map(secretsKeyOf), secretsPlain: false };
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingError(
      `SECRETS_KEY_FILE ${file} cannot be read (${(error as { code?: string }).code ?? 'unknown error'}).`,
    );
  }
}
