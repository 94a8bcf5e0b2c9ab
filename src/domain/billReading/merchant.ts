import { amountsIn } from './amounts.ts';
import { daysIn } from './days.ts';
import { around, fits, lettersOf, type Box, type Found, type Row } from './pieces.ts';

/** The form of a company, as it is written in full or short. */
const COMPANY =
  /\bsdn\.?\s?b[hn]d|\b(?:pvt|private)\.?\s?(?:ltd|limited)|\bltd\b|\blimited\b|\bllp\b|\binc\b|\bb[hn]d\b|\bs\/?b$/i;
/** What shops are called by. */
const SHOP = [
  /enterprise|trading|restaurant|restoran|hotel|bakery|bakeries|\bcafe|kitchen|stores?\b|mart\b|market|pharmacy/i,
  /petrol|fuel|station|hardware|perniagaan|kedai|syarikat|industries|services|motors|traders|bhavan|bhawan|dhaba/i,
  /foods?\b|sweets|travels|hospital|electronics|book/i,
];
/** What stands at the head of a bill and is no name, by its letters. */
const NO_NAME = [
  /invoice|receipt|^bill|cashbill|taxinv|original|duplicate|customer|welcome|thank|^tel|^phone|^fax|mobile/,
  /gst(?:in|id|no|reg)|^fssai|^cin|^date|^time|^table|^cashier|^order|^token|www|http|email|orderid|^copy|cashsale/,
  /cashmemo|^reg(?:no|d)|^co(?:mpany)?(?:no|reg)|^attn|^to$|branch$|hours|^desc|qty|guest|^no$|^your/,
];
const ADDRESS = [
  /^(?:no|lot|plot|shop|unit|door|flat|block|blk|ground|level)[\s.:,#-]{0,3}\d|^\d{1,4}\s?[,&-]|^wisma|\bpin\b/i,
  /jalan|\bjln|\bjl\b|taman|\broad\b|\brd\b|street|nagar|colony|\bfloor\b|selangor|kuala|\bjohor\b|near\b|opp\b/i,
  /\b\d{5}\b|\b\d{6}\b|opposite|\bmarg\b|sector|phase|district|\blane\b/i,
];
const LED_BY = /^(?:owned by|managed by|operated by|m\/s|dimiliki|from|sold by|a unit of)[\s.:]{1,3}/i;

/** Spaces that recognition dropped before the form of a company. */
const parted = (text: string): string =>
  text
    .replace(/(?<=[a-z).])\s?sdn[.\s]{0,2}b[hn]d/i, ' SDN BHD')
    .replace(/(?<=[a-z)])(pvt|private)[.\s]{0,2}(ltd|limited)/i, ' $1 $2')
    .replace(/\s{2,}/g, ' ')
    .trim();

/** Without the number of the company that follows a name: '(65351-M)', '1110644-W', '(Co. No. 1234)'. */
function withoutNumber(text: string): string {
  const open = text.lastIndexOf('(');
  const inside = open > 0 ? text.slice(open) : '';
  const cut = inside.replace(/\D/g, '').length >= 4 ? text.slice(0, open) : text;
  return cut.replace(/\s(?:co\.?\s?no\.?\s?)?\d{5,9}\s?-?\s?[a-z]{0,2}$/i, '').replace(/[\s,.:;*_(-]{1,9}$/, '');
}

interface Candidate {
  text: string;
  index: number;
  from: Box;
  score: number;
}

const BRACKETS = /\([^()]{0,60}\)/;

/** Half a name: it closes a bracket that it does not open, or has little but a form and what a shop is called by. */
function isHalf(text: string): boolean {
  if (text.includes(')') && !text.slice(0, text.indexOf(')')).includes('(')) return true;
  const bare = [COMPANY, ...SHOP].reduce((rest, pattern) => rest.replace(pattern, ''), text.replace(BRACKETS, ''));
  return /^co\b/i.test(text) || lettersOf(bare).length < 3;
}

const opens = (text: string): boolean => text.lastIndexOf('(') > text.lastIndexOf(')');

/** A name that goes over two or three rows, as one. */
function whole(candidate: Candidate, rows: readonly Row[]): Candidate {
  let { text, from, index } = candidate;
  for (let more = 0; more < 2 && index > 0 && (isHalf(text) || opens(rows[index - 1]?.text ?? '')); more++) {
    const above = rows[index - 1] as Row;
    if (fits(NO_NAME, lettersOf(above.text)) || from.y - (above.y + above.height) > above.height * 1.5) break;
    text = `${above.text} ${text}`;
    from = around([above, from]);
    index--;
  }
  return { ...candidate, text, from, index };
}

/**
 * Who made the bill (READ-5): of its first rows the one that has the form of a company or is called like a shop, else
 * the first that is no address, number or title. A name over several rows is read as one. Nothing else on a bill says
 * that it is the name, so that it is always offered.
 */
export function readMerchant(rows: readonly Row[]): Found<string> | null {
  const end = rows.findIndex((row) => amountsIn(row).some(({ decimals }) => decimals));
  const head = rows.slice(0, Math.max(4, Math.min(12, end < 0 ? 12 : end)));
  const heights = rows.map(({ height }) => height).sort((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)] ?? 0;
  const candidates = head.flatMap((row, index): Candidate[] => {
    const text = withoutNumber(parted(row.text.replace(LED_BY, '')));
    const letters = lettersOf(text);
    if (letters.length < 3 || fits(NO_NAME, letters) || daysIn(text).length > 0) return [];
    const company = COMPANY.test(text);
    const score =
      (company ? 10 : 0) +
      (fits(SHOP, text) ? 5 : 0) -
      (fits(ADDRESS, text) && !company ? 8 : 0) -
      (text.replace(/\D/g, '').length > letters.length ? 6 : 0) -
      index * 0.9 +
      (row.height > usual * 1.3 ? 2 : 0);
    return [{ text, index, from: row, score }];
  });
  const best = candidates.reduce<Candidate | null>((top, one) => (top && top.score >= one.score ? top : one), null);
  if (!best) return null;
  const { text, from } = whole(best, rows);
  const value = text
    .replace(/^[^\p{L}\d]+/u, '')
    .slice(0, 80)
    .trim();
  return value === '' ? null : { value, confidence: 'offered', from };
}
