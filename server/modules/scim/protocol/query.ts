import type { FastifyRequest } from 'fastify';
import { isObject, keyIn, type Document } from './document.ts';
import { parseFilter, type Filter } from './filter.ts';
import { CORE_GROUP, CORE_USER, ENTERPRISE, LIST_RESPONSE, MAX_PAGE } from './names.ts';
import { badRequest, changedMeanwhile } from './refusals.ts';

/** What a client asks of a list (RFC 7644, section 3.4.2), and how much of a resource it wants. */
export interface ListAsked {
  filter: Filter | null;
  /** From 1. */
  startIndex: number;
  count: number;
  sortBy: string | null;
  descending: boolean;
}

/** Names of attributes to answer, in lower case without the core schema; `only` null: all. */
export interface Wanted {
  only: readonly string[] | null;
  not: readonly string[];
}

function parameter(request: FastifyRequest, name: string): string | null {
  const value = (request.query as Record<string, unknown>)[name];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string' || /\u0000/.test(value)) throw badRequest('invalidValue', `Bad value for ${name}.`);
  return value;
}

function numberIn(request: FastifyRequest, name: string, otherwise: number): number {
  const text = parameter(request, name);
  if (text === null) return otherwise;
  if (!/^-?\d{1,9}$/.test(text)) throw badRequest('invalidValue', `${name} is a whole number.`);
  return Number(text);
}

/** The name of an attribute in lower case, without the core schema that may stand before it. */
export function plainName(name: string): string {
  const lower = name.trim().toLowerCase();
  const core = [CORE_USER, CORE_GROUP].find((urn) => lower.startsWith(`${urn.toLowerCase()}:`));
  return core === undefined ? lower : lower.slice(core.length + 1);
}

export function listAsked(request: FastifyRequest): ListAsked {
  const filter = parameter(request, 'filter');
  const sortBy = parameter(request, 'sortBy');
  return {
    filter: filter === null ? null : parseFilter(filter),
    // Less is understood as the least, as RFC 7644 has it.
    startIndex: Math.max(1, numberIn(request, 'startIndex', 1)),
    count: Math.min(MAX_PAGE, Math.max(0, numberIn(request, 'count', 100))),
    sortBy: sortBy === null ? null : plainName(sortBy),
    descending: parameter(request, 'sortOrder')?.toLowerCase() === 'descending',
  };
}

const namesIn = (text: string | null): string[] | null =>
  text === null ? null : text.split(',', 50).map(plainName).filter(Boolean);

export const wantedIn = (request: FastifyRequest): Wanted => ({
  only: namesIn(parameter(request, 'attributes')),
  not: namesIn(parameter(request, 'excludedAttributes')) ?? [],
});

/** Whether an attribute is answered, or a part of it. */
export const wants = ({ only, not }: Wanted, name: string): boolean =>
  !not.includes(name) && (only === null || only.some((each) => each === name || each.startsWith(`${name}.`)));

const ALWAYS = new Set(['schemas', 'id', 'meta']);

/** A resource with the attributes that were asked for. */
export function projected(resource: Document, wanted: Wanted): Document {
  if (wanted.only === null && wanted.not.length === 0) return resource;
  const result: Document = {};
  for (const [name, value] of Object.entries(resource)) {
    const lower = name.toLowerCase();
    const parts = wanted.only?.filter((each) => each.startsWith(`${lower}.`) || each.startsWith(`${lower}:`)) ?? [];
    if (ALWAYS.has(lower) || wants(wanted, lower)) result[name] = value;
    // Of an extension the attributes that are named, and the manager whole.
    else if (name === ENTERPRISE && parts.length > 0 && isObject(value) && !wanted.not.includes(lower)) {
      const some: Document = {};
      for (const part of parts) {
        const key = keyIn(value, part.slice(lower.length + 1).split('.', 1)[0] ?? '');
        if (Object.hasOwn(value, key)) some[key] = value[key];
      }
      result[name] = some;
    }
  }
  return result;
}

export const listOf = (
  resources: readonly object[],
  { total, startIndex }: { total: number; startIndex: number },
): object => ({
  schemas: [LIST_RESPONSE],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** The entity tags that a header names; null: none, or any. */
function tagsIn(header: string | undefined): string[] | null {
  if (header === undefined || header.trim() === '' || header.trim() === '*') return null;
  return header.split(',', 20).map((tag) => tag.trim().replace(/^W\//, ''));
}

const plainTag = (tag: string): string => tag.replace(/^W\//, '');

/** Throws 412 for a change that was made on another version (RFC 7644, section 3.14; SCIM-4). */
export function assertMatch(ifMatch: string | undefined, tag: string): void {
  const tags = tagsIn(ifMatch);
  if (tags !== null && !tags.includes(plainTag(tag))) throw changedMeanwhile();
}

/** Whether the client has this version already. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  tagsIn(ifNoneMatch)?.includes(plainTag(tag)) ?? false;
