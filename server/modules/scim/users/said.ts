import { MAX_CODE, MAX_EMAIL } from '#contract/limits.ts';
import { parsePersonText } from '#domain/directory.ts';
import { cleaned, isObject, valueOf, type Document } from '../protocol/document.ts';
import { ENTERPRISE, MAX_ATTRIBUTES } from '../protocol/names.ts';
import { badRequest } from '../protocol/refusals.ts';

/** What a user, as a client sends it, says of a person (SCIM-3). Undefined: nothing. */
export interface Said {
  userName: string;
  externalId: string | null;
  active: boolean | undefined;
  name: string;
  /** In lower case. */
  email: string;
  employeeCode: string | undefined;
  costCentre: string | undefined;
  /** How the client names the manager; null: nobody. */
  manager: string | null | undefined;
}

const textIn = (object: unknown, name: string): string => {
  const value = valueOf(object, name);
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
};

/** `true`, or as some providers write it. */
function booleanOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw badRequest('invalidValue', 'active is true or false.');
  return text === 'true';
}

const isTrue = (value: unknown): boolean => String(value).toLowerCase() === 'true';

/** The address that counts: that of type work, else the primary one, else the first. */
function addressIn(document: Document, userName: string): string {
  const emails = valueOf(document, 'emails');
  const values = (Array.isArray(emails) ? emails : [emails]).filter((each) => textIn(each, 'value') !== '');
  const found =
    values.find((each) => textIn(each, 'type').toLowerCase() === 'work') ??
    values.find((each) => isTrue(valueOf(each, 'primary'))) ??
    values[0];
  return found === undefined ? userName : textIn(found, 'value');
}

function nameIn(document: Document, userName: string): string {
  const name = valueOf(document, 'name');
  const parts = [textIn(name, 'givenName'), textIn(name, 'familyName')].filter(Boolean).join(' ');
  return textIn(document, 'displayName') || textIn(name, 'formatted') || parts || userName;
}

function checked(field: 'name' | 'email' | 'employeeCode' | 'costCentre', text: string): string {
  const read = parsePersonText(field, text);
  if ('message' in read) throw badRequest('invalidValue', `${field}: ${read.message}`);
  return read.value;
}

/** A manager as a text or as `{value}`; '' is nobody, as null is. */
function managerIn(enterprise: unknown): string | null | undefined {
  const manager = valueOf(enterprise, 'manager');
  if (manager === undefined) return undefined;
  const one: unknown = Array.isArray(manager) ? manager[0] : manager;
  const text = isObject(one) ? textIn(one, 'value') : String(one ?? '').trim();
  if (text.length > MAX_EMAIL) throw badRequest('invalidValue', 'The manager is no id of a person.');
  return text === '' ? null : text;
}

/** Reads a user. Throws `invalidValue` for what the directory cannot take (ORG-2). */
export function saidBy(document: Document): Said {
  const userName = textIn(document, 'userName');
  if (userName === '') throw badRequest('invalidValue', 'userName is missing.');
  if (userName.length > MAX_EMAIL) throw badRequest('invalidValue', `userName has at most ${MAX_EMAIL} characters.`);
  const externalId = textIn(document, 'externalId');
  if (externalId.length > MAX_EMAIL)
    throw badRequest('invalidValue', `externalId has at most ${MAX_EMAIL} characters.`);
  const enterprise = valueOf(document, ENTERPRISE);
  const code = textIn(enterprise, 'employeeNumber');
  const costCentre = valueOf(enterprise, 'costCenter');
  return {
    userName,
    externalId: externalId === '' ? null : externalId,
    active: booleanOf(valueOf(document, 'active')),
    name: checked('name', nameIn(document, userName)),
    email: checked('email', addressIn(document, userName)),
    employeeCode: code === '' ? undefined : checked('employeeCode', code),
    costCentre: costCentre === undefined ? undefined : checked('costCentre', textIn(enterprise, 'costCenter')),
    manager: managerIn(enterprise),
  };
}

/** A user as it is kept. Throws for a body that is none. */
export function readUser(body: unknown): Document {
  if (!isObject(body)) throw badRequest('invalidSyntax', 'The body is no user.');
  return cleaned(body);
}

/** The text of a user as it is kept; throws for one that is too large. */
export function keptText(document: Document): string {
  const text = JSON.stringify(document);
  if (text.length > MAX_ATTRIBUTES) throw badRequest('invalidValue', 'The user says too much.');
  return text;
}

/** The employee code of somebody of whom none is said: everybody has one (ORG-2). */
export const codeWithout = (userName: string, id: string): string => (userName.length <= MAX_CODE ? userName : id);
