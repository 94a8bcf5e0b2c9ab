/**
 * Cities by what a person types: the device and the server answer alike (LIST-15). What is compared is folded: no case, no accents, one space
 * between words, so that 'puné', 'PUNE' and ' pune ' are one.
 */

/** The most that one look-up offers. */
export const MOST_CITIES = 20;

/** A name as it is compared. Everything that is neither letter, mark nor digit parts words. */
export function foldCity(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%_]+/gu, ' ')
    .trim();
}
