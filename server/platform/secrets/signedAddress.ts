import { createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNED_FOR_MS, SIGNED_PATH } from '#contract/sheets.ts';

/**
 * Addresses of files that are good for five minutes without a token (PAY-9): each names one thing, and only
 * this server can have made it. What is made with the secret here can be taken for nothing else that is.
 */
interface Signer {
  idSecret: string;
  clock: () => number;
}

const signatureOf = ({ idSecret }: Signer, what: string, id: string, expires: string): Buffer =>
  createHmac('sha256', idSecret)
    .update(JSON.stringify(['signed address', what, id, expires]))
    .digest();

/** `what`: which kind of file, as its opener is registered; `id`: which one. */
export function signedAddress(signer: Signer, what: string, id: string): string {
  const expires = String(signer.clock() + SIGNED_FOR_MS);
  const path = SIGNED_PATH.replace(':what', encodeURIComponent(what)).replace(':id', encodeURIComponent(id));
  return `${path}?expires=${expires}&signature=${signatureOf(signer, what, id, expires).toString('base64url')}`;
}

/** Did this server make the address, and is it still good? */
export function isSigned(signer: Signer, what: string, id: string, expires: string, signature: string): boolean {
  if (!/^\d{1,15}$/.test(expires)) return false;
  const [given, own] = [Buffer.from(signature, 'base64url'), signatureOf(signer, what, id, expires)];
  return given.length === own.length && timingSafeEqual(given, own) && signer.clock() <= Number(expires);
}
