import { isName, isUrn } from './document.ts';
import { parseFilter, type Filter } from './filter.ts';
import { CORE_GROUP, CORE_USER, MAX_PATH } from './names.ts';
import { badRequest } from './refusals.ts';

/** Where an operation of a PATCH points (RFC 7644, section 3.5.2). */
export interface Path {
  /** The schema of an extension; null: a core attribute. */
  extension: string | null;
  /** Null: the extension as a whole. */
  attribute: string | null;
  filter: Filter | null;
  sub: string | null;
}

const CORE = new Set([CORE_USER, CORE_GROUP].map((urn) => urn.toLowerCase()));
/** Versions have dots and resources no attributes, so that a whole extension is told from an attribute of one. */
const WHOLE = /:\d\.\d:(?:user|group)$/i;

const wrong = (): Error => badRequest('invalidPath', 'The path cannot be read.');

function withoutUrn(text: string): { extension: string | null; rest: string } {
  if (!/^urn:/i.test(text)) return { extension: null, rest: text };
  const bracket = text.indexOf('[');
  const head = bracket < 0 ? text : text.slice(0, bracket);
  const end = WHOLE.test(head) ? text.length : head.lastIndexOf(':');
  const urn = text.slice(0, end);
  if (!isUrn(urn)) throw wrong();
  return { extension: CORE.has(urn.toLowerCase()) ? null : urn, rest: text.slice(end + 1) };
}

/** Reads a path. Throws `invalidPath`, or `invalidFilter` of the filter in it. */
export function parsePath(text: string): Path {
  if (text.length > MAX_PATH) throw wrong();
  const { extension, rest } = withoutUrn(text.trim());
  if (rest === '') {
    if (extension === null) throw wrong();
    return { extension, attribute: null, filter: null, sub: null };
  }
  const open = rest.indexOf('[');
  const close = rest.lastIndexOf(']');
  if (open >= 0 !== close > open) throw wrong();
  const before = open < 0 ? rest : rest.slice(0, open);
  const after = open < 0 ? '' : rest.slice(close + 1);
  const dot = open < 0 ? before.indexOf('.') : -1;
  const attribute = dot < 0 ? before : before.slice(0, dot);
  const sub = open < 0 ? (dot < 0 ? null : before.slice(dot + 1)) : after === '' ? null : after.replace(/^\./, '');
  if (!isName(attribute) || (sub !== null && !isName(sub))) throw wrong();
  return { extension, attribute, filter: open < 0 ? null : parseFilter(rest.slice(open + 1, close)), sub };
}
