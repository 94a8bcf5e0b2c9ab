import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_JSON_BYTES, MAX_JSON_VALUES } from '#contract/limits.ts';
import { malformed, Refusal } from '#server/platform/base/errors.ts';

/** Texts that PostgreSQL cannot hold: NUL, and half of a surrogate pair. */
export const UNSTORABLE = /\u0000|\p{Surrogate}/u;

const MAX_DEPTH = 32;
/** Of one object. */
const MAX_FIELDS = 1_000;
const NOT_JSON = 'The body is not JSON.';
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const tooMany = (): Refusal => malformed('The body has too many values.');

/**
 * Walks JSON text once before it is parsed: refuses deep nesting, more values than the main thread can look at between
 * two other requests (S1), and an object that names a key twice, which two readers could read in two ways
 * (Z39). Broken JSON is left to the parser.
 */
function checkShape(text: string): void {
  const open: (Set<string> | null)[] = [];
  let expectKey = false;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === 0x22) {
      const start = at;
      for (at += 1; at < text.length && text.charCodeAt(at) !== 0x22; at += 1)
        if (text.charCodeAt(at) === 0x5c) at += 1;
      const keys = open.at(-1);
      if (expectKey && keys) {
        const literal = text.slice(start, at + 1);
        const key = literal.includes('\\') ? unescaped(literal) : literal.slice(1, -1);
        if (keys.has(key)) throw malformed('The body names a field twice.');
        if (keys.size === MAX_FIELDS) throw tooMany();
        keys.add(key);
        expectKey = false;
      }
    } else if (sign === 0x7b || sign === 0x5b) {
      values += 1;
      open.push(sign === 0x7b ? new Set() : null);
      if (open.length > MAX_DEPTH) throw malformed('The body is nested too deep.');
      expectKey = sign === 0x7b;
    } else if (sign === 0x7d || sign === 0x5d) {
      open.pop();
      expectKey = false;
    } else if (sign === 0x2c) {
      values += 1;
      expectKey = Boolean(open.at(-1));
    }
    if (values > MAX_JSON_VALUES) throw tooMany();
  }
}

function unescaped(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    throw malformed(NOT_JSON);
  }
}

function refuseUnstorable(value: unknown): void {
  if (typeof value === 'string') {
    if (UNSTORABLE.test(value)) throw malformed('The text holds characters that cannot be stored.');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      refuseUnstorable(key);
      refuseUnstorable(item);
    }
  }
}

/**
 * Reads a JSON body from its bytes. An empty body is undefined. Throws MALFORMED for what is not plain JSON in UTF-8.
 */
function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    throw malformed(NOT_JSON);
  }
  checkShape(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed(NOT_JSON);
  }
  refuseUnstorable(value);
  return value;
}

function refuseForeignCharset(contentType: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new Refusal('UNSUPPORTED_CONTENT', 'JSON is sent in UTF-8.');
}

/**
 * Makes a scope take JSON bodies only; with `octets` also JSON called application/octet-stream (sign-in), with `also`
 * JSON of that type.
 */
export function takeJson(scope: FastifyInstance, options: { octets: boolean; also?: string }): void {
  scope.removeAllContentTypeParsers();
  const types = [
    'application/json',
    ...(options.octets ? ['application/octet-stream'] : []),
    ...(options.also === undefined ? [] : [options.also]),
  ];
  scope.addContentTypeParser(
    types,
    { parseAs: 'buffer', bodyLimit: MAX_JSON_BYTES },
    async (request: FastifyRequest, bytes: Buffer) => {
      refuseForeignCharset(request.headers['content-type']);
      return readJson(bytes);
    },
  );
}
