import { SaxesParser } from 'saxes';
import type { ImportAnswer } from '#domain/tallyAnswer.ts';

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
function leavesOf(text: string, tell: (name: string, value: string) => void): boolean {
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

/** Tags of Tally's answer, at any depth; an answer to several messages has them several times. */
const TAKEN = new Set(['CREATED', 'ALTERED', 'COMBINED', 'IGNORED']);
const REFUSED = new Set(['ERRORS', 'EXCEPTIONS']);
const MAX_PROBLEMS = 5_000;
/** Characters of one before its blanks are taken together. */
const LONGEST = 5_000;
/** Characters of all of them: what comes back is looked through on the main thread. */
const MAX_WORDS = 200_000;

/** Tally writes UTF-16 on some machines and UTF-8 on others. Null for what is neither. */
function textOf(bytes: Uint8Array): string | null {
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes.length > 2 && bytes[0] === 0x3c && bytes[1] === 0);
  try {
    return new TextDecoder(wide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const numberOf = (text: string): number => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0);

/** Reads what Tally answered an import with; null for anything else. Runs in the pool (server/platform/readers). */
export function readImportAnswer(bytes: Uint8Array): ImportAnswer | null {
  const text = textOf(bytes);
  if (text === null) return null;
  const answer: ImportAnswer = { taken: 0, refused: 0, problems: [] };
  let counts = 0;
  let words = 0;
  // A complaint about a ledger is repeated for every voucher of it; the first suffices.
  const known = new Set<string>();
  const whole = leavesOf(text, (name, value) => {
    if (TAKEN.has(name)) {
      answer.taken += numberOf(value);
      counts += 1;
    } else if (REFUSED.has(name)) answer.refused += numberOf(value);
    else if (name === 'LINEERROR' && value !== '' && answer.problems.length < MAX_PROBLEMS) {
      const problem = value.slice(0, LONGEST).replace(/\s+/g, ' ').slice(0, 500);
      if (known.has(problem) || words + problem.length > MAX_WORDS) return;
      known.add(problem);
      words += problem.length;
      answer.problems.push(problem);
    }
  });
  return whole && (counts > 0 || answer.problems.length > 0) ? answer : null;
}
