import { setImmediate as turn } from 'node:timers/promises';

/** Pieces after which others have their turn: a few milliseconds. */
const AT_ONCE = 2_000;
const MOST_LEVELS = 100;
const NAME = /[^\s<>/"'=&!?]+/y;
const TEXT = '<![CDATA[';
const ASIDES = [['<!--', '-->'], ['<?', '?>'], [TEXT, ']]>']] as const;
const SIGNS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&apos;': "'" };
const [DOUBLE, SINGLE, LESS, GREATER] = [...`"'<>`].map((sign) => sign.charCodeAt(0));

const meant = (text: string): string => (text.includes('&') ? text.replace(/&(?:lt|gt|amp|quot|apos);/g, (sign) => SIGNS[sign] ?? sign) : text);

/** Where the tag that begins there ends; -1 when it does not. What stands between quotes ends nothing. */
function endOfTag(text: string, from: number): number {
  let quote: number | undefined;
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === LESS) return -1;
    if (quote !== undefined) quote = sign === quote ? undefined : quote;
    else if (sign === DOUBLE || sign === SINGLE) quote = sign;
    else if (sign === GREATER) return at;
  }
  return -1;
}

interface Open {
  name: string;
  leaf: boolean;
  text: string[];
}

/**
 * Tells every element of an XML text that holds no other, with its text, and answers whether the text is well-formed. A long one is read in
 * pieces, between which others have their turn. Attributes are passed over, and nothing is declared in it or put in place of something.
 */
export async function leavesOf(text: string, tell: (name: string, value: string) => void): Promise<boolean> {
  const open: Open[] = [];
  let begun = false;
  for (let at = 0, pieces = 1; at < text.length; pieces += 1) {
    if (pieces % AT_ONCE === 0) await turn();
    const inside = open.at(-1);
    const next = text.indexOf('<', at);
    const words = text.slice(at, next === -1 ? text.length : next);
    if (inside) inside.text.push(meant(words));
    else if (words.trim() !== '') return false;
    if (next === -1) break;

    const aside = ASIDES.find(([begin]) => text.startsWith(begin, next));
    if (aside) {
      const [begin, close] = aside;
      const from = next + begin.length;
      const end = text.indexOf(close, from);
      if (end === -1) return false;
      if (begin === TEXT) {
        if (!inside) return false;
        inside.text.push(text.slice(from, end));
      }
      at = end + close.length;
      continue;
    }

    const end = endOfTag(text, next);
    if (end === -1) return false;
    at = end + 1;
    if (text[next + 1] === '/') {
      if (inside?.name !== text.slice(next + 2, end).trimEnd()) return false;
      if (inside.leaf) tell(inside.name, inside.text.join('').trim());
      open.pop();
      continue;
    }
    NAME.lastIndex = next + 1;
    const name = NAME.exec(text)?.[0];
    if (name === undefined || (!inside && begun) || open.length === MOST_LEVELS) return false;
    begun = true;
    if (inside) inside.leaf = false;
    if (text[end - 1] === '/') tell(name, '');
    else open.push({ name, leaf: true, text: [] });
  }
  return begun && open.length === 0;
}
