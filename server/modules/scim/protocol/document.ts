import { CORE_USER, ENTERPRISE, MAX_NAMES, MAX_VALUES } from './names.ts';
import { badRequest } from './refusals.ts';

/** A resource as it is sent: names in whatever case (RFC 7643, section 2.1), values of whatever kind. */
export type Document = Record<string, unknown>;

export const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a name of an attribute may be; nothing that an object has by itself, such as `__proto__`. */
const NAME = /^\$?[A-Za-z][A-Za-z0-9_-]{0,79}$/;
const URN = /^urn:[\w.:-]{1,200}$/i;
const INHERITED = new Set(['constructor', 'prototype']);

export const isName = (name: string): boolean => NAME.test(name) && !INHERITED.has(name.toLowerCase());
export const isUrn = (name: string): boolean => URN.test(name);

/** Attributes of a user as they are spelled in answers, whatever the client's spelling. */
const SPELLED = [
  'userName',
  'externalId',
  'displayName',
  'name',
  'nickName',
  'profileUrl',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'active',
  'emails',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'roles',
  'x509Certificates',
  'formatted',
  'familyName',
  'givenName',
  'middleName',
  'honorificPrefix',
  'honorificSuffix',
  'value',
  'type',
  'primary',
  'display',
  'employeeNumber',
  'costCenter',
  'organization',
  'division',
  'department',
  'manager',
  'members',
  ENTERPRISE,
] as const;
const spelling = new Map<string, string>(SPELLED.map((name) => [name.toLowerCase(), name]));

/** The key of an attribute in an object: the one it has, in any case, or the one it would get. */
export function keyIn(object: Document, name: string): string {
  const usual = spelling.get(name.toLowerCase()) ?? name;
  if (Object.hasOwn(object, usual)) return usual;
  return Object.keys(object).find((key) => key.toLowerCase() === name.toLowerCase()) ?? usual;
}

/** The value of an attribute, whatever the case of its name. */
export function valueOf(object: unknown, name: string): unknown {
  if (!isObject(object)) return undefined;
  const key = keyIn(object, name);
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** What the server itself says of a resource, or keeps nowhere. */
const NOT_KEPT = new Set(['id', 'meta', 'schemas', 'groups', 'password', CORE_USER.toLowerCase()]);

/** An object with the usual spelling of its attributes; others keep theirs. What is not kept is left out. */
export function cleaned(sent: Document, depth = 0): Document {
  const clean: Document = {};
  if (Object.keys(sent).length > MAX_NAMES) throw badRequest('tooMany', `A value has at most ${MAX_NAMES} names.`);
  for (const [name, value] of Object.entries(sent)) {
    if (depth === 0 ? NOT_KEPT.has(name.toLowerCase()) : false) continue;
    if (!isName(name) && !(depth === 0 && isUrn(name))) continue;
    clean[keyIn(clean, name)] = cleanedValue(value, depth + 1);
  }
  return clean;
}

function cleanedValue(value: unknown, depth: number): unknown {
  if (isObject(value)) return cleaned(value, depth);
  if (!Array.isArray(value)) return value;
  if (value.length > MAX_VALUES) throw badRequest('tooMany', `An attribute has at most ${MAX_VALUES} values.`);
  return value.map((each: unknown) => cleanedValue(each, depth));
}
