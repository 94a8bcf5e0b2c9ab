/**
 * Where in XMP, the words of a photo, the values of a place stand: `exif:GPSLatitude="12,58.2N"`,
 * `<exif:GPSLatitude>12,58.2N</…>`, and places in words too. Each letter is looked at once, however the words are made
 * (S2).
 */

export interface Span {
  from: number;
  /** The first one behind. */
  to: number;
}

const isWord = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || (code >= 0x61 && code <= 0x7a);
const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** Of names with a prefix: `photoshop:City`, `Iptc4xmpCore:CountryCode`. */
const PLACES: ReadonlySet<string> = new Set(['Location', 'City', 'State', 'Sublocation', 'SubLocation']);
/** Longer is no name of these. */
const LONGEST_NAME = 100;

function isPlace(name: string, hasPrefix: boolean): boolean {
  const gps = name.indexOf('GPS');
  return (gps >= 0 && gps + 3 < name.length) || (hasPrefix && (PLACES.has(name) || name.startsWith('Country')));
}

/** The values of places in XMP, those that hold something, in order. `from` and `to` are places in the text. */
export function placesInXmp(text: string): Span[] {
  const spans: Span[] = [];
  const after = (at: number, of: (code: number) => boolean): number => {
    let end = at;
    while (end < text.length && of(text.charCodeAt(end))) end += 1;
    return end;
  };
  // A sign that does not come any more is not looked for again.
  const missing = new Set<string>();
  const next = (sign: string, at: number): number => {
    const found = missing.has(sign) ? -1 : text.indexOf(sign, at);
    if (found < 0) missing.add(sign);
    return found;
  };
  for (let at = 0; at < text.length;) {
    const begin = at;
    at = after(at, isWord);
    if (at === begin) {
      at += 1;
      continue;
    }
    if (at - begin > LONGEST_NAME || !isPlace(text.slice(begin, at), text[begin - 1] === ':')) continue;
    at = after(at, isSpace);
    let sign = text[at];
    if (sign === '=') {
      at = after(at + 1, isSpace);
      sign = text[at];
      if (sign !== '"' && sign !== "'") continue;
    } else if (sign === '>') sign = '<';
    else continue;
    const [from, to] = [at + 1, next(sign, at + 1)];
    if (to < 0) continue;
    if (text.slice(from, to).trim() !== '') spans.push({ from, to });
    at = to;
  }
  return spans;
}
