import { randomBytes } from 'node:crypto';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `prefix`, ten letters that sort by time, ten random ones: `EXP01KABCDEFG…`. Ids sort as their records were made, to the millisecond. */
export function newId(prefix: string, now: number): string {
  let time = '';
  for (let rest = now, i = 0; i < 10; i += 1) {
    time = LETTERS.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let random = '';
  for (const byte of randomBytes(10)) random += LETTERS.charAt(byte % 32);
  return prefix + time + random;
}
