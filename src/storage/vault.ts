/**
 * Sealing of what lies on the device (ID-1): AES-GCM with a key that never leaves the browser, made of a secret which
 * the server gives this person on this device. Seal before a transaction is opened: awaiting it inside ends the
 * transaction.
 */

/** Seals and opens bytes. `context` says where the bytes belong; sealed bytes moved elsewhere do not open. */
export interface Cipher {
  seal(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer, context: string): Promise<ArrayBuffer>;
  /** Throws when the key is another, or the bytes are damaged or moved. */
  unseal(sealed: ArrayBuffer, context: string): Promise<ArrayBuffer>;
  /** Seals what an entry was, under a key that no change of device makes useless. */
  faces?: Cipher;
}

const IV_BYTES = 12;
const utf8 = new TextEncoder();
const text = new TextDecoder();

export function fromBase64Url(value: string): Uint8Array<ArrayBuffer> {
  const binary = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** How a key or its name is derived from a secret: the same `info` gives the same. */
export const hkdf = (info: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: utf8.encode('kharcha'),
  info: utf8.encode(info),
});

/** A key that seals and never leaves the browser, made of a secret. The same secret and name give the same key. */
export async function keyOf(secret: Uint8Array<ArrayBuffer>, name: string): Promise<CryptoKey> {
  const source = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(hkdf(name), source, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** One key of a ring. `kid` tells keys apart that cannot be looked into: equal for the same secret and name. */
export interface RingKey {
  kid: string;
  key: CryptoKey;
}

/**
 * What opens a person's rows on this device: the first of `keys` seals, all open (P5, P6). `faces` likewise; they are
 * the same on every device.
 */
export interface Ring {
  keys: readonly RingKey[];
  faces: readonly RingKey[];
}

/** What opens a person's store: a ring, a single key, or (in tests) something that does as they do. */
export type Vault = Ring | CryptoKey | Cipher;

const isCipher = (vault: Vault): vault is Cipher => 'seal' in vault;
const isRing = (vault: Vault): vault is Ring => 'keys' in vault;

/** Seals with the first, opens with whichever can. Throws what the first one threw when none can. */
function cipherOfAll([first, ...rest]: readonly Cipher[]): Cipher {
  if (!first) throw new Error('A ring without keys');
  return {
    seal: first.seal,
    async unseal(sealed, context) {
      try {
        return await first.unseal(sealed, context);
      } catch (error) {
        for (const cipher of rest) {
          const bytes = await cipher.unseal(sealed, context).catch(() => null);
          if (bytes) return bytes;
        }
        throw error;
      }
    },
  };
}

/** The cipher of faces; null for a vault without one: then nothing is kept of what an entry was. */
export function faceCipherOf(vault: Vault): Cipher | null {
  if (isCipher(vault)) return vault.faces ?? null;
  return isRing(vault) && vault.faces.length > 0 ? cipherOfAll(vault.faces.map(({ key }) => cipherOf(key))) : null;
}

export function cipherOf(vault: Vault): Cipher {
  if (isCipher(vault)) return vault;
  if (isRing(vault)) return cipherOfAll(vault.keys.map(({ key }) => cipherOf(key)));
  return {
    async seal(bytes, context) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const body = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: utf8.encode(context) },
        vault,
        bytes,
      );
      const sealed = new Uint8Array(IV_BYTES + body.byteLength);
      sealed.set(iv);
      sealed.set(new Uint8Array(body), IV_BYTES);
      return sealed.buffer;
    },
    unseal: (sealed, context) =>
      crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: sealed.slice(0, IV_BYTES), additionalData: utf8.encode(context) },
        vault,
        sealed.slice(IV_BYTES),
      ),
  };
}

/** Seals anything that JSON can hold. */
export const seal = (cipher: Cipher, value: unknown, context: string): Promise<ArrayBuffer> =>
  cipher.seal(utf8.encode(JSON.stringify(value)), context);

/** Opens what `seal` sealed. Throws as `unseal` of the cipher does. */
export const unseal = async (cipher: Cipher, sealed: ArrayBuffer, context: string): Promise<unknown> =>
  JSON.parse(text.decode(await cipher.unseal(sealed, context)));
