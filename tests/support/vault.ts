import { fromBase64Url, keyOf } from '#storage/vault.ts';

/** A person's key, made of a secret (base64url) by their address. */
export const createVault = (secret: string, email: string): Promise<CryptoKey> => keyOf(fromBase64Url(secret), email);
