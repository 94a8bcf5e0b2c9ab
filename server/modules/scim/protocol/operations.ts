import { isObject, valueOf } from './document.ts';
import { badRequest } from './refusals.ts';

/** One operation of a PATCH. */
export interface Operation {
  op: 'add' | 'replace' | 'remove';
  path: string | null;
  value: unknown;
}

const OPS = ['add', 'replace', 'remove'] as const;

function operationOf(sent: unknown): Operation {
  const said = valueOf(sent, 'op');
  const op = OPS.find((each) => each === String(said).toLowerCase());
  if (op === undefined) throw badRequest('invalidSyntax', 'An operation is add, replace or remove.');
  const path = valueOf(sent, 'path') ?? null;
  if (path !== null && typeof path !== 'string') throw badRequest('invalidPath', 'A path is a text.');
  const value = valueOf(sent, 'value');
  if (op === 'remove' && (path === null || path === '')) throw badRequest('noTarget', 'What is removed needs a path.');
  if (op !== 'remove' && value === undefined) throw badRequest('invalidValue', 'An operation needs a value.');
  return { op, path: path === '' ? null : path, value };
}

/** Reads the body of a PATCH, whose words may be in any case, as providers send them (SCIM-6). */
export function parseOperations(body: unknown, most: number): Operation[] {
  const sent = isObject(body) ? valueOf(body, 'Operations') : undefined;
  if (!Array.isArray(sent) || sent.length === 0)
    throw badRequest('invalidSyntax', 'The body needs a list of Operations.');
  if (sent.length > most) throw badRequest('tooMany', `At most ${most} operations at once.`);
  return sent.map(operationOf);
}
