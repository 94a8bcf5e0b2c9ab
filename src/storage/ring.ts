import type { DeviceStore } from './device.ts';
import { normalEmail, type Person } from './person.ts';
import { fromBase64Url, hkdf, keyOf, type Ring, type RingKey } from './vault.ts';

/** Making the keys that open what a person has on this device (ID-1, P5, P6, P10). */

const KID_BYTES = 12;

/**
 * A key that never leaves the browser, from a secret of the server (base64url, 32 bytes) and a name. The same two give
 * the same key.
 */
export async function createKey(secretBase64url: string, name: string): Promise<RingKey> {
  const secret = fromBase64Url(secretBase64url);
  const source = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const [key, bits] = await Promise.all([
    keyOf(secret, name),
    crypto.subtle.deriveBits(hkdf(`kid:${name}`), source, KID_BYTES * 8),
  ]);
  return { kid: btoa(String.fromCharCode(...new Uint8Array(bits))), key };
}

/** What the server says that keys are made of; newest first, base64url. */
export interface Secrets {
  secrets: readonly string[];
  faceSecrets: readonly string[];
  formerEmails: readonly string[];
  /** Nobody else ever had the person's address. */
  soleAddress: boolean;
}

/**
 * The ring that the server's secrets give a person: named by the id, and by each address under which earlier builds
 * sealed. No address begins with `id:`.
 */
export async function createRing(
  { id, email }: Person,
  { secrets, faceSecrets, formerEmails }: Secrets,
): Promise<Ring> {
  const names = [...(id === undefined ? [] : [`id:${id}`]), ...new Set([email, ...formerEmails].map(normalEmail))];
  const keys = await Promise.all(names.flatMap((name) => secrets.map((secret) => createKey(secret, name))));
  const faces = id === undefined ? [] : await Promise.all(faceSecrets.map((secret) => createKey(secret, `face:${id}`)));
  return { keys, faces };
}

/**
 * Makes the person's keys and keeps them on the device, beside those it has, until sign-out. Answers the whole ring.
 */
export const keepVault = async (device: DeviceStore, person: Person, secrets: Secrets): Promise<Ring> =>
  device.putRing(person, await createRing(person, secrets), secrets.soleAddress);
