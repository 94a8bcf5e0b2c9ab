import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from './services.ts';

/**
 * The server's own word for a moment, and for what it made: signed, so that a client can hand it back and make none
 * itself.
 */

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

/**
 * What goes out with every answer to a person: the server's clock, in a form that this person alone can hand back
 * (TM-2).
 */
export const signClock = (signer: Signer, personId: string, now: number): string =>
  `${now}.${clockSignature(signer, personId)(now)}`;

/** The moment of such a word; null when it is none of this server's to this person. */
export const readSignedClock = (signer: Signer, personId: string, word: string | undefined): number | null =>
  numberSigned(word, clockSignature(signer, personId));

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

/**
 * Goes out with a record that was made: a database that lost it believes this and nothing less (TM-5). `savedAt`: 0 for
 * none.
 */
export const receiptFor = (signer: Signer, made: Receipted, savedAt: number | null): string =>
  `${savedAt ?? 0}.${receiptSignature(signer, made)(savedAt ?? 0)}`;

/** Whether it is this server's receipt for just that, and when the record was saved. */
export function readReceipt(signer: Signer, made: Receipted, receipt: string): { savedAt: number | null } | null {
  const savedAt = numberSigned(receipt, receiptSignature(signer, made));
  return savedAt === null ? null : { savedAt: savedAt === 0 ? null : savedAt };
}
