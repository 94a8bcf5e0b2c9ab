import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from './services.ts';

/** Signed times and receipts of the server: a client can return them but not forge them. */

type Signer = Pick<Services, 'idSecret'>;

const sign = ({ idSecret }: Signer, said: readonly (string | number | null)[]): string =>
  createHmac('sha256', idSecret).update(JSON.stringify(said)).digest('base64url').slice(0, 22);

/** The number that `text` (`<number>.<signature>`) says, when it was signed so; else null. */
function numberSigned(text: string | undefined, signatureOf: (number: number) => string): number | null {
  const [, digits = '', signature = ''] = /^(\d{1,15})\.([\w-]{22})$/.exec(text ?? '') ?? [];
  if (digits === '') return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(Number(digits)))) ? Number(digits) : null;
}

const clockSignature =
  (signer: Signer, personId: string) =>
  (at: number): string =>
    sign(signer, ['heard', personId, at]);

/** The server's clock as sent with every answer, signed for this person (TM-2). */
export const signClock = (signer: Signer, personId: string, now: number): string =>
  `${now}.${clockSignature(signer, personId)(now)}`;

/** The time of a signed clock; null when it was not signed for this person. */
export const readSignedClock = (signer: Signer, personId: string, signed: string | undefined): number | null =>
  numberSigned(signed, clockSignature(signer, personId));

/** What a receipt is for: a record as it was made by one request of one person. */
export interface Receipted {
  personId: string;
  key: string;
  /** The id says kind and moment. */
  recordId: string;
  /** Of what was asked: method, path and content. */
  request: string;
}

const receiptSignature =
  (signer: Signer, { personId, key, recordId, request }: Receipted) =>
  (savedAt: number): string =>
    sign(signer, ['receipt', personId, key, recordId, request, savedAt]);

/** Receipt of a created record: proof for a database that has lost it (TM-5). `savedAt`: 0 for none. */
export const receiptFor = (signer: Signer, made: Receipted, savedAt: number | null): string =>
  `${savedAt ?? 0}.${receiptSignature(signer, made)(savedAt ?? 0)}`;

/** Whether it is this server's receipt for just that, and when the record was saved. */
export function readReceipt(signer: Signer, made: Receipted, receipt: string): { savedAt: number | null } | null {
  const savedAt = numberSigned(receipt, receiptSignature(signer, made));
  return savedAt === null ? null : { savedAt: savedAt === 0 ? null : savedAt };
}
