import { cleaned, isName, isObject, isUrn, keyIn, valueOf, type Document } from './document.ts';
import { equalitiesOf, isMeant, type Filter } from './filter.ts';
import { MAX_VALUES } from './names.ts';
import type { Operation } from './operations.ts';
import { parsePath, type Path } from './path.ts';
import { badRequest } from './refusals.ts';

/** Carries out the operations of a PATCH on a user as it was sent (SCIM-6). */

/** Attributes with several values, wherever the client has sent none yet. */
const MANY = new Set(
  ['emails', 'phoneNumbers', 'ims', 'photos', 'addresses', 'entitlements', 'roles', 'x509Certificates'].map((name) =>
    name.toLowerCase(),
  ),
);

const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** One value in the place of another one of several, of which at most one is the primary one. */
function joined(before: readonly unknown[], added: readonly unknown[]): unknown[] {
  const known = new Set(before.map((each) => JSON.stringify(each)));
  const news = added.filter((value) => !known.has(JSON.stringify(value)));
  const primary = news.some((value) => valueOf(value, 'primary') === true);
  const rest = primary ? before.map((each) => (isObject(each) ? { ...each, primary: false } : each)) : before;
  return [...rest, ...news];
}

function put(container: Document, name: string, value: unknown): void {
  const key = keyIn(container, name);
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) delete container[key];
  else if (Array.isArray(value) && value.length > MAX_VALUES)
    throw badRequest('tooMany', `An attribute has at most ${MAX_VALUES} values.`);
  else container[key] = value;
}

const cleanValue = (value: unknown): unknown => valueOf(cleaned({ value }, 1), 'value');

function setWhole(container: Document, name: string, op: 'add' | 'replace', sent: unknown): void {
  const before = valueOf(container, name);
  const value = cleanValue(sent);
  if (isObject(before) && isObject(value)) {
    const merged = { ...before };
    for (const [sub, each] of Object.entries(value)) put(merged, sub, each);
    put(container, name, merged);
  } else if (value !== null && (Array.isArray(value) || Array.isArray(before) || MANY.has(name.toLowerCase())))
    put(container, name, op === 'add' ? joined(listOf(before), listOf(value)) : value);
  else put(container, name, value);
}

/** A sub-attribute: of the one value, or of each of several. */
function setSub(container: Document, { attribute, sub }: { attribute: string; sub: string }, value: unknown): void {
  const before = valueOf(container, attribute);
  const withSub = (each: unknown): Document => {
    const changed: Document = isObject(each) ? { ...each } : {};
    put(changed, sub, cleanValue(value));
    return changed;
  };
  if (Array.isArray(before) || (before === undefined && MANY.has(attribute.toLowerCase()))) {
    const values = listOf(before);
    put(container, attribute, (values.length === 0 ? [{}] : values).map(withSub));
  } else put(container, attribute, withSub(before));
}

const meantBy =
  (filter: Filter) =>
  (value: unknown): boolean =>
    isMeant(filter, (name) => (isObject(value) ? valueOf(value, name) : name.toLowerCase() === 'value' ? value : null));

/** What `emails[type eq "work"]` is for a person who has none: a new value of that type. */
function newValue(filter: Filter): Document {
  const parts = equalitiesOf(filter);
  if (parts === null) throw badRequest('noTarget', 'The filter of the path means no value.');
  const value: Document = {};
  for (const part of parts) if (isName(part.name)) put(value, part.name, part.value);
  return value;
}

function setMeant(
  container: Document,
  attribute: string,
  { filter, sub }: Pick<Path, 'filter' | 'sub'>,
  sent: unknown,
) {
  if (filter === null) return;
  const values = listOf(valueOf(container, attribute));
  const meant = meantBy(filter);
  const all = values.some(meant) ? values : [...values, newValue(filter)];
  const changed = all.map((each, at) => {
    if (at < values.length && !meant(each)) return each;
    const value: Document = isObject(each) ? { ...each } : { value: each };
    if (sub !== null) put(value, sub, cleanValue(sent));
    else if (isObject(sent)) for (const [name, part] of Object.entries(cleaned(sent, 1))) put(value, name, part);
    else put(value, 'value', sent);
    return value;
  });
  put(container, attribute, changed);
}

function removeAt(container: Document, attribute: string, { filter, sub }: Path, value: unknown): void {
  const before = valueOf(container, attribute);
  if (before === undefined) return;
  const without = (each: unknown): unknown => {
    if (sub === null || !isObject(each)) return each;
    const rest = { ...each };
    delete rest[keyIn(rest, sub)];
    return rest;
  };
  if (filter !== null) {
    const meant = meantBy(filter);
    const values = listOf(before);
    put(
      container,
      attribute,
      sub === null ? values.filter((each) => !meant(each)) : values.map((each) => (meant(each) ? without(each) : each)),
    );
  } else if (sub !== null) put(container, attribute, Array.isArray(before) ? before.map(without) : without(before));
  else if (Array.isArray(before) && value !== undefined && value !== null) {
    const gone = listOf(value).map((each) => (isObject(each) ? valueOf(each, 'value') : each));
    put(
      container,
      attribute,
      before.filter((each) => !gone.includes(isObject(each) ? valueOf(each, 'value') : each)),
    );
  } else put(container, attribute, null);
}

function applyAt(document: Document, path: Path, { op, value }: Pick<Operation, 'op' | 'value'>): void {
  const { extension, attribute, filter, sub } = path;
  if (extension !== null && attribute === null) {
    if (op === 'remove') put(document, extension, null);
    else if (isObject(value)) applyAll(document, value, { op, extension });
    return;
  }
  if (attribute === null) return;
  const own = extension === null ? undefined : valueOf(document, extension);
  const container: Document = extension === null ? document : isObject(own) ? { ...own } : {};
  if (op === 'remove') removeAt(container, attribute, path, value);
  else if (filter !== null) setMeant(container, attribute, { filter, sub }, value);
  else if (sub === null) setWhole(container, attribute, op, value);
  else setSub(container, { attribute, sub }, value);
  if (extension !== null) put(document, extension, Object.keys(container).length === 0 ? null : container);
}

/** Values without a path: each name is one, with dots or a schema before it as some providers write it. */
function applyAll(
  document: Document,
  values: Document,
  { op, extension }: { op: 'add' | 'replace'; extension: string | null },
): void {
  for (const [name, value] of Object.entries(values)) {
    // What is no attribute is passed over, as it is in a PUT.
    if (
      !/^[\w$.:[\]" -]+$/.test(name) ||
      !(isUrn(name.split('[', 1)[0] ?? '') || isName(name.split(/[.[]/, 1)[0] ?? ''))
    )
      continue;
    const path = parsePath(extension !== null && !isUrn(name) ? `${extension}:${name}` : name);
    applyAt(document, path, { op, value });
  }
}

/** The user after these operations; the one before stays as it is. */
export function patched(before: Document, operations: readonly Operation[]): Document {
  const document = structuredClone(before);
  for (const { op, path, value } of operations) {
    if (path !== null) applyAt(document, parsePath(path), { op, value });
    else if (op !== 'remove' && isObject(value)) applyAll(document, value, { op, extension: null });
    else throw badRequest('invalidValue', 'Without a path the value is an object.');
  }
  return cleaned(document);
}
