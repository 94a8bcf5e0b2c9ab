import { connect } from 'node:net';
import { fc } from './property.ts';

/** One character of a path, escaped; twice over where `times` is 2. */
function escaped(path: string, at: number, times = 1): string {
  const code = `%${path.charCodeAt(at).toString(16).padStart(2, '0')}`;
  return path.slice(0, at) + (times === 2 ? code.replace('%', '%25') : code) + path.slice(at + 1);
}

type Change = (path: string, where: number) => string;
const slashAt = (path: string, where: number): number =>
  [...path].flatMap((sign, at) => (sign === '/' ? [at] : []))[where % path.split('/').length] ?? 0;
const letterAt = (path: string, where: number): number =>
  [...path].flatMap((sign, at) => (/[a-z]/.test(sign) ? [at] : []))[where % 8] ?? 1;
const insert = (path: string, at: number, text: string): string => path.slice(0, at) + text + path.slice(at);

/** Other ways to write the same path: the router takes each of them for the call itself. */
const SAME: readonly Change[] = [
  (path, where) => escaped(path, letterAt(path, where)),
  (path, where) => insert(path, slashAt(path, where), '/'),
  (path) => `${path}/`,
  (path) => `http://anywhere.example${path}`,
  (path) => `HTTPS://user@anywhere.example:99${path}`,
  (path) => `${path}?`,
  (path) => `${path}//`,
];

/** What some proxies and people read as the same path, and the router does not. */
const ALIKE: readonly Change[] = [
  (path, where) => escaped(path, letterAt(path, where), 2),
  (path, where) => escaped(path, slashAt(path, Math.max(1, where % 3))),
  (path, where) => insert(path, slashAt(path, 1 + (where % 2)), ';a=1'),
  (path) => path.replace('/', '/;/'),
  (path) => path.toUpperCase(),
  (path) => path.replace('/', '/./'),
  (path) => path.replace('/', '/home/../'),
  (path) => path.replace('/', '/%2e%2e/'),
  (path) => path.replace('/', '/%5c'),
  (path) => path.replace('/', '\\'),
  (path) => path.replace('/', '/%20'),
  (path) => path.replace('/', '/%09'),
  (path) => path.replace('/', '/%00'),
  (path) => path.replace('/', '/%E2%81%A0'),
  (path) => path.replaceAll('/', '%2f').replace('%2f', '/'),
  (path) => path.replace('api', '%EF%BD%81pi'),
];

const made = (changes: readonly Change[], path: string): fc.Arbitrary<string> =>
  fc
    .array(fc.record({ change: fc.constantFrom(...changes), where: fc.nat(50) }), { minLength: 1, maxLength: 3 })
    .map((list) => list.reduce((text, { change, where }) => change(text, where), path));

/** Spellings of a path that are the call itself: only one of them may be an absolute form, which comes last. */
export const sameSpelling = (path: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      made(
        SAME.filter((_, at) => ![3, 4, 5].includes(at)),
        path,
      ),
      fc.constantFrom<Change>((text) => text, SAME[3] as Change, SAME[4] as Change),
      fc.constantFrom('', '?'),
    )
    .map(([text, form, end]) => form(text, 0) + end);

/** Spellings that only look like it. */
export const alikeSpelling = (path: string): fc.Arbitrary<string> =>
  fc
    .tuple(made(ALIKE, path), fc.option(fc.constantFrom(...SAME.slice(3, 5)), { nil: undefined }))
    .map(([text, form]) => form?.(text, 0) ?? text);

/** Sends a request line exactly as written and answers all that came back until the connection closed. */
export function sendLine(
  url: string,
  method: string,
  target: string,
  headers: Record<string, string>,
): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const lines = [
      `${method} ${target} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    let heard = '';
    const socket = connect(Number(port), hostname, () => void socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...body] = heard.split('\r\n\r\n');
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        head: head.toLowerCase(),
        body: body.join('\r\n\r\n'),
      });
    });
  });
}
