import { MAX_REMARKS } from '#contract/limits.ts';
import { shorten } from './text.ts';

/** What an app hands over beside its files, each as it sends it. */
interface SharedWords {
  title?: string | undefined;
  text?: string | undefined;
  url?: string | undefined;
}

/**
 * The words of a share in one text: title, text and address on a line each, those left out that another one says
 * already. No longer than a remark may be; '' where there are none (INB-3).
 */
export function textOfShare({ title = '', text = '', url = '' }: SharedWords): string {
  const parts = [title, text, url].map((part) => part.replace(/\r\n?/g, '\n').trim());
  const said = parts.filter(
    (part, at) =>
      part !== '' &&
      !parts.some((other, place) => place !== at && other.includes(part) && (other !== part || place < at)),
  );
  return shorten(said.join('\n'), MAX_REMARKS);
}

/**
 * A remark with the words that came with its bills, below what was typed. What was typed stays as it is: words that it
 * says already are not said twice, and those that have no room are cut (INB-3).
 */
export function remarkWith(typed: string, words: readonly string[]): string {
  let remark = typed;
  for (const each of words) {
    if (each === '' || remark.includes(each)) continue;
    const before = remark.trim() === '' ? remark : `${remark}\n`;
    const room = MAX_REMARKS - before.length;
    if (room > 1) remark = before + shorten(each, room);
  }
  return remark;
}
