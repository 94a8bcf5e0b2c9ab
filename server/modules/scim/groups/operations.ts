import { equalitiesOf } from '../protocol/filter.ts';
import { isObject, valueOf } from '../protocol/document.ts';
import { MAX_GROUP_OPERATIONS, MAX_MEMBERS } from '../protocol/names.ts';
import { parseOperations, type Operation } from '../protocol/operations.ts';
import { parsePath, type Path } from '../protocol/path.ts';
import { badRequest } from '../protocol/refusals.ts';

/** One step of what a client does with a group. `members` null: all of them. */
export type GroupStep =
  | { what: 'name'; name: string }
  | { what: 'externalId'; externalId: string | null }
  | { what: 'add' | 'replace'; members: string[] }
  | { what: 'remove'; members: string[] | null };

const MAX_TEXT = 254;

function textOf(value: unknown, what: string): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (text.length > MAX_TEXT) throw badRequest('invalidValue', `${what} has at most ${MAX_TEXT} characters.`);
  return text;
}

export function nameIn(value: unknown): string {
  const name = textOf(value, 'displayName');
  if (name === '') throw badRequest('invalidValue', 'displayName is missing.');
  return name;
}

export const externalIdIn = (value: unknown): string | null => textOf(value, 'externalId') || null;

/** The ids of members, however they are written: as objects, as texts, one or several. */
export function membersIn(value: unknown): string[] {
  const values: unknown[] = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  if (values.length > MAX_MEMBERS) throw badRequest('tooMany', `A group has at most ${MAX_MEMBERS} members.`);
  const ids = values.map((each) => textOf(isObject(each) ? valueOf(each, 'value') : each, 'A member'));
  if (ids.includes('')) throw badRequest('invalidValue', 'A member has no value.');
  return [...new Set(ids)];
}

function meantBy({ filter, sub }: Path): string[] {
  const parts = filter === null ? null : equalitiesOf(filter);
  const [part, ...more] = parts ?? [];
  if (sub !== null || !part || more.length > 0 || part.name.toLowerCase() !== 'value')
    throw badRequest('invalidFilter', 'Members are named by their value.');
  return [textOf(part.value, 'A member')];
}

function stepsAt(path: Path, op: Operation['op'], value: unknown): GroupStep[] {
  if (path.extension !== null) return [];
  switch (path.attribute?.toLowerCase()) {
    case 'displayname':
      return [{ what: 'name', name: nameIn(op === 'remove' ? '' : value) }];
    case 'externalid':
      return [{ what: 'externalId', externalId: op === 'remove' ? null : externalIdIn(value) }];
    case 'members':
      if (path.filter !== null) return [{ what: op === 'remove' ? 'remove' : 'add', members: meantBy(path) }];
      if (op !== 'remove') return [{ what: op, members: membersIn(value) }];
      return [{ what: 'remove', members: value === undefined || value === null ? null : membersIn(value) }];
    // A group has no other attributes: roles are given by an organisation admin alone (SCIM-9).
    default:
      return [];
  }
}

/** Reads the PATCH of a group. */
export function stepsIn(body: unknown): GroupStep[] {
  return parseOperations(body, MAX_GROUP_OPERATIONS).flatMap(({ op, path, value }) => {
    if (path !== null) return stepsAt(parsePath(path), op, value);
    if (!isObject(value)) throw badRequest('invalidValue', 'Without a path the value is an object.');
    return ['displayName', 'externalId', 'members'].flatMap((name) => {
      const each = valueOf(value, name);
      return each === undefined ? [] : stepsAt(parsePath(name), op, each);
    });
  });
}
