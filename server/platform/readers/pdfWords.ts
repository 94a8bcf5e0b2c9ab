/** A name as a pattern, whatever way it is spelled: any letter may be its hex code, `/J#61vaScript`. */
export function named(...names: string[]): string {
  const numberOf = (letter: string): string =>
    [...letter.charCodeAt(0).toString(16)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');
  const letters = (name: string): string => [...name].map((letter) => `(?:${letter}|#${numberOf(letter)})`).join('');
  return `/(?:${names.map(letters).join('|')})(?![A-Za-z0-9#])`;
}

/** A link is an action of this name with a text under the same name: `/S /URI /URI (https://…)`. */
const URI = new RegExp(named('URI'), 'g');
/** A link's target is at its beginning: this much of it is read, in UTF-16 half of that. */
const LONGEST = 128;
/** A bill has a few; one with more hides something among them. */
const MAX_LINKS = 5_000;
const SPACE = /[\0\t\n\f\r ]/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function literal(text: string, from: number): string {
  let said = '';
  for (let [at, open] = [from, 1]; at < text.length && said.length < LONGEST; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\\') {
      const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
      const next = text[at + 1] ?? '';
      if (octal !== undefined) said += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      else if (next !== '\r' && next !== '\n') said += ESCAPES[next] ?? next;
      at += octal?.length ?? 1;
    } else {
      open += sign === '(' ? 1 : sign === ')' ? -1 : 0;
      if (open === 0) break;
      said += sign;
    }
  }
  return said;
}

function hexadecimal(text: string, from: number): string {
  const digits =
    text
      .slice(from, from + 2 * LONGEST)
      .split('>', 1)[0]
      ?.replace(/[^0-9A-Fa-f]/g, '') ?? '';
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1');
}

/**
 * UTF-16 with its mark, as some write texts, read as plain letters; blanks and marks before an address are passed over
 * by who opens it.
 */
const plain = (said: string): string =>
  said.replace(/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/, '').replace(/[\0-\x20]/g, '');

/**
 * Schemes that open a file, run something or ask another machine of the house; also a drive (`C:`). Bills link to apps
 * by schemes of their own (`upi:`).
 */
const OUTSIDE = [
  /^(?:[a-z]|file|javascript|vbscript|data|blob|about|jar|res|shell|search|search-ms|ms-[a-z0-9-]{1,40}):/i,
  /^(?:smb|cifs|nfs|afp|dav|davs|webdav|ldap|telnet|ssh|view-source|mhtml|mk|its):/i,
];

/**
 * Does following it lead out of the web: to a file, another machine's folder, a script? An address without a scheme is
 * one of the web.
 */
export function leadsOutside(address: string): boolean {
  const said = plain(address);
  // This many blanks hide something.
  if (address.length >= LONGEST && said.length < LONGEST / 4) return true;
  return /^[\\/]{2}/.test(said) || OUTSIDE.some((schemes) => schemes.test(said));
}

/**
 * Is there a link in the text that leads out of the web? Inline ones are checked here; indirect ones (`9 0 R`) are left
 * to pdf.js.
 */
export function linksOutside(text: string): boolean {
  let links = 0;
  for (const { 0: name, index } of text.matchAll(URI)) {
    if ((links += 1) > MAX_LINKS) return true;
    let at = index + name.length;
    const end = Math.min(text.length, at + 64);
    while (at < end && SPACE.test(text[at] ?? '')) at += 1;
    const address =
      text[at] === '('
        ? literal(text, at + 1)
        : text[at] === '<' && text[at + 1] !== '<'
          ? hexadecimal(text, at + 1)
          : '';
    if (leadsOutside(address)) return true;
  }
  return false;
}
