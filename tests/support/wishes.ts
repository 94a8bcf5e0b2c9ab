import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { fc, type GeneratorValue } from './property.ts';

/** Requests as nobody's client makes them: bodies of a call's own schema, nearly all right, or not at all. */

type Schema = Readonly<Record<string, unknown>>;
type Draw = GeneratorValue;

/** What a text or a number of a request may be, whatever it should be. */
const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  '2026-07-01',
  '2026-02-30',
  '0001-01-01',
  '275760-09-14',
  'MANAGER_APPROVED',
  '=1+1',
  "' or 1=1 --",
  '%',
  '\\',
  '\u0000',
  '\ud800',
  '\u202e',
  '\ufeff',
  'é\u0301'.repeat(400),
  '₹'.repeat(6_000),
  '__proto__',
  'constructor',
  'https://example.com/',
  'javascript:alert(1)',
  '10.0.0.1',
  'a@b',
  'employee@example.com',
  'a'.repeat(64),
];
const YESTERDAY = Date.parse('2026-07-14T00:00:00+05:30');
const SOON = Date.parse('2026-07-20T00:00:00+05:30');
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.1,
  450.5,
  0.005,
  1e21,
  -1e21,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  8.64e15,
  8.64e15 + 1,
  YESTERDAY,
  SOON,
];
const ODD: readonly unknown[] = [...TEXTS, ...NUMBERS, null, true, false, [], {}, [[]], [null], { length: 1 }];

export const oddText = (g: Draw): string => g(fc.constantFrom, ...TEXTS);

/** A word that the server knows: an id, an address, a hash. */
export type Word = () => string;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const list = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

function number(g: Draw, { minimum, maximum, type }: Schema, odd: boolean): number {
  const low = typeof minimum === 'number' ? Math.max(minimum, -1e9) : 0;
  const high = typeof maximum === 'number' ? Math.min(maximum, 1e15) : 2_000;
  const drawn = odd
    ? g(fc.constantFrom, ...NUMBERS)
    : g(fc.constantFrom, low, high, low + 1, 450, (low + high) / 2, YESTERDAY, SOON);
  return type === 'integer' && !odd ? Math.trunc(drawn) : drawn;
}

/** What a draw goes by: `odd` of a hundred parts are something else than their schema says. */
interface Terms {
  word: Word;
  odd: number;
}

/** A value of a JSON schema. */
function valueOf(g: Draw, schema: Schema, terms: Terms): unknown {
  const { word, odd } = terms;
  const isOdd = (): boolean => g(fc.nat, { max: 99 }) < odd;
  if (isOdd()) return g(fc.boolean) ? word() : g(fc.constantFrom, ...ODD);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return g(fc.constantFrom, ...(schema['enum'] as unknown[]));
  const either = [...list(schema['anyOf']), ...list(schema['oneOf'])];
  if (either.length > 0) return valueOf(g, g(fc.constantFrom, ...either), terms);
  switch (schema['type']) {
    case 'object': {
      const made: Record<string, unknown> = {};
      const required = new Set(schema['required'] as string[] | undefined);
      for (const [key, of] of Object.entries((schema['properties'] as Record<string, Schema> | undefined) ?? {}))
        if (required.has(key) ? !isOdd() : g(fc.boolean)) made[key] = valueOf(g, of, terms);
      if (isSchema(schema['additionalProperties']))
        made[g(fc.boolean) ? word() : oddText(g)] = valueOf(g, schema['additionalProperties'], terms);
      if (isOdd()) made[oddText(g)] = g(fc.constantFrom, ...ODD);
      return made;
    }
    case 'array':
      return Array.from({ length: g(fc.constantFrom, 0, 1, 1, 2, 3, 30) }, () =>
        valueOf(g, isSchema(schema['items']) ? schema['items'] : {}, terms),
      );
    case 'number':
    case 'integer':
      return number(g, schema, isOdd());
    case 'boolean':
      return g(fc.boolean);
    case 'null':
      return null;
    case 'string':
      return isOdd() ? oddText(g) : g(fc.nat, { max: 3 }) === 0 ? 'Taxi to the client' : word();
    default:
      return g(fc.boolean) ? word() : g(fc.constantFrom, ...ODD);
  }
}

const schemas = new Map<string, Schema>();
/** What a body of this call may be; null where it takes none. */
function schemaOf({ name, body }: Endpoint): Schema | null {
  if (!body) return null;
  const kept = schemas.get(name) ?? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema);
  schemas.set(name, kept);
  return kept;
}

export const bodyFor = (g: Draw, entry: Endpoint, word: Word): unknown => {
  const schema = schemaOf(entry);
  return schema === null ? undefined : valueOf(g, schema, { word, odd: g(fc.constantFrom, 0, 2, 15) });
};
