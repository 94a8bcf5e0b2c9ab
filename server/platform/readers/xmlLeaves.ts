import { SaxesParser } from 'saxes';

const MAX_LEVELS = 100;

/** Tally writes signs that XML does not know, in its '&#4; Not Applicable' for one: they are passed over. */
const UNKNOWN_SIGNS =
  /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]|&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[\da-f]));/giu;

class Refused extends Error {
  override name = 'Refused';
}
const refuse = (): never => {
  throw new Refused();
};

/**
 * Tells every element of an XML text that holds no other, with its text, and answers whether the text is well-formed. A
 * document type is refused: nothing is looked up or put in place of something (Z48).
 */
export function leavesOf(text: string, tell: (name: string, value: string) => void): boolean {
  const open: { leaf: boolean; text: string[] }[] = [];
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', () => {
    const inside = open.at(-1);
    if (inside) inside.leaf = false;
    if (open.length === MAX_LEVELS) refuse();
    open.push({ leaf: true, text: [] });
  });
  const add = (words: string): void => void open.at(-1)?.text.push(words);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    const done = open.pop();
    if (done?.leaf) tell(name, done.text.join('').trim());
  });
  try {
    parser.write(text.replace(UNKNOWN_SIGNS, '')).close();
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
