import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

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

/** The key given by a setting. */
export function secretsKeyOf(text: string): SecretsKey {
  const bytes = new Uint8Array(hkdfSync('sha256', text, '', 'kharcha secrets v1', 32));
  return { id: createHash('sha256').update('kharcha secrets key id').update(bytes).digest('hex').slice(0, 8), bytes };
}

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
