import { normalEmail, type DeviceStore } from './open.ts';

/**
 * Sealing of what lies on the device (ID-1): AES-GCM with a key that never leaves the browser, made of a secret which the
 * server gives this person on this device. Seal before a transaction is opened: awaiting it inside ends the transaction.
 */

/** Seals and opens bytes. `context` says where the bytes belong; sealed bytes moved elsewhere do not open. */
export interface Cipher {
  seal(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer, context: string): Promise<ArrayBuffer>;
  /** Throws when the key is another, or the bytes are damaged or moved. */
  unseal(sealed: ArrayBuffer, context: string): Promise<ArrayBuffer>;
}

const IV_BYTES = 12;
const utf8 = new TextEncoder();
const text = new TextDecoder();

function fromBase64Url(value: string): Uint8Array<ArrayBuffer> {
  const binary = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** The key of a person on this device, from the server's secret (base64url, 32 bytes). The same secret gives the same key. */
export async function createVault(deviceSecretBase64url: string, email: string): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', fromBase64Url(deviceSecretBase64url), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: utf8.encode('kharcha'), info: utf8.encode(normalEmail(email)) };
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Makes the key and keeps it on the device until sign-out. */
export async function keepVault(device: DeviceStore, email: string, deviceSecretBase64url: string): Promise<CryptoKey> {
  const key = await createVault(deviceSecretBase64url, email);
  await device.putKey(email, key);
  return key;
}

export const isCipher = (vault: CryptoKey | Cipher): vault is Cipher => 'seal' in vault;

export function cipherOf(vault: CryptoKey | Cipher): Cipher {
  if (isCipher(vault)) return vault;
  return {
    async seal(bytes, context) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const body = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8.encode(context) }, vault, bytes);
      const sealed = new Uint8Array(IV_BYTES + body.byteLength);
      sealed.set(iv);
      sealed.set(new Uint8Array(body), IV_BYTES);
      return sealed.buffer;
    },
    unseal: (sealed, context) => crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.slice(0, IV_BYTES), additionalData: utf8.encode(context) }, vault, sealed.slice(IV_BYTES)),
  };
}

/** Seals anything that JSON can hold. */
export const seal = (cipher: Cipher, value: unknown, context: string): Promise<ArrayBuffer> => cipher.seal(utf8.encode(JSON.stringify(value)), context);

/** Opens what `seal` sealed. Throws as `unseal` of the cipher does. */
export const unseal = async (cipher: Cipher, sealed: ArrayBuffer, context: string): Promise<unknown> => JSON.parse(text.decode(await cipher.unseal(sealed, context)));
