import { createHmac, randomBytes } from 'node:crypto';
import { readSecret, type SecretStore } from './repository.ts';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LETTERS = 10;
const OWN_LETTERS = 10;

function timeLetters(now: number): string {
  let time = '';
  for (let rest = now, i = 0; i < TIME_LETTERS; i += 1) {
    time = LETTERS.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return time;
}

const letters = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, OWN_LETTERS), (byte) => LETTERS.charAt(byte % 32)).join('');

/**
 * `prefix`, ten letters that sort by time, ten random ones: `EXP01KABCDEFG…`. Ids sort as their records were made, to
 * the millisecond.
 */
export const newId = (prefix: string, now: number): string =>
  prefix + timeLetters(now) + letters(randomBytes(OWN_LETTERS));

/** The secret behind keyed ids, made at the first start. */
export const readIdSecret = (store: SecretStore): Promise<string> =>
  readSecret(store, 'record-ids', () => randomBytes(32).toString('base64url'));

/** What a keyed id is made for. */
export interface Maker {
  /** The server's own, so that ids can neither be forged nor predicted. */
  secret: string;
  personId: string;
  key: string;
}

/**
 * The same for a keyed request, the last ten letters following from who asks and the key. A server restored from an
 * older backup knows by them that it gave out this id itself, to this person for this key, and gives it again (X58).
 */
export function keyedId(prefix: string, now: number, { secret, personId, key }: Maker): string {
  const time = timeLetters(now);
  return (
    prefix +
    time +
    letters(
      createHmac('sha256', secret)
        .update(JSON.stringify([prefix, time, personId, key]))
        .digest(),
    )
  );
}

/** When this server made the id for that maker, in epoch milliseconds; null when it did not. */
export function madeAt(id: string, maker: Maker): number | null {
  const [, prefix = '', time = ''] = /^([A-Z]{3})([0-9A-HJKMNP-TV-Z]{10})[0-9A-HJKMNP-TV-Z]{10}$/.exec(id) ?? [];
  const now = [...time].reduce((sum, letter) => sum * 32 + LETTERS.indexOf(letter), 0);
  return prefix !== '' && keyedId(prefix, now, maker) === id ? now : null;
}
