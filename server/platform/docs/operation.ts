import type { Endpoint } from '#contract/endpoint.ts';
import { ERROR_STATUS } from '#contract/error.ts';
import { FILE_TYPES } from '#contract/enums.ts';
import { HEADERS } from '#contract/headers.ts';
import { schemaOf, text, type Json } from './parameters.ts';

/** One operation of the OpenAPI document, from the calls of the contract that share its path and method. */

export type Entries = readonly Endpoint[];

export const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

const changes = ({ method }: Endpoint): boolean => method !== 'GET' && method !== 'HEAD';

/** Refusals that any call of its kind can meet, by status. */
function refusalsOf(entry: Endpoint): number[] {
  const {
    MALFORMED,
    UNAUTHENTICATED,
    FORBIDDEN,
    NOT_FOUND,
    CONFLICT,
    FILE_TOO_LARGE,
    UNSUPPORTED_FILE,
    INVALID,
    CLIENT_TOO_OLD,
    RATE_LIMITED,
    INTERNAL,
    UNAVAILABLE,
    STORAGE_FULL,
  } = ERROR_STATUS;
  const statuses: number[] = [MALFORMED, RATE_LIMITED, INTERNAL, UNAVAILABLE];
  if (entry.access === 'session') statuses.push(UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CLIENT_TOO_OLD);
  if (entry.access === 'key') statuses.push(UNAUTHENTICATED, NOT_FOUND);
  if (changes(entry)) statuses.push(CONFLICT, INVALID, FILE_TOO_LARGE, UNSUPPORTED_FILE, STORAGE_FULL);
  return statuses.toSorted((a, b) => a - b);
}

function bodyOf(entries: Entries): Json | undefined {
  const [first] = entries;
  if (first?.bodyType === 'file') {
    const file = {
      type: 'string',
      format: 'binary',
      description: `By its bytes one of ${FILE_TYPES.join(', ')}; smaller than 2 MB.`,
    };
    return {
      required: true,
      content: { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file } } } },
    };
  }
  if (first?.bodyType === 'part' && first.method === 'PATCH')
    return {
      required: true,
      content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
    };
  const bodies = entries.flatMap((entry) => (entry.body ? [schemaOf(entry.body, 'input')] : []));
  if (bodies.length === 0) return undefined;
  const schema = bodies.length === 1 ? bodies[0] : { anyOf: bodies };
  const media = first?.bodyType === 'octet' ? ['application/octet-stream', 'application/json'] : ['application/json'];
  return { required: true, content: Object.fromEntries(media.map((type) => [type, { schema }])) };
}

function answerOf(entries: Entries): Json {
  const bytes = [...new Set(entries.flatMap((entry) => entry.bytes ?? []))];
  const answers = entries.map((entry) => schemaOf(entry.answer, 'output'));
  const content =
    bytes.length > 0
      ? Object.fromEntries(bytes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
      : { 'application/json': { schema: answers.length === 1 ? answers[0] : { anyOf: answers } } };
  const keyed = entries.some((entry) => changes(entry) && entry.bodyType !== 'part');
  return {
    description: 'Done.',
    content,
    ...(keyed && {
      headers: {
        [HEADERS.idempotencyKey]: { description: 'The request’s own key again.', schema: text },
        [HEADERS.idempotencyReplayed]: {
          description: '`true` when this is the answer of an earlier request with the same key.',
          schema: text,
        },
      },
    }),
  };
}

function parametersOf(entries: Entries): Json[] {
  const [first] = entries;
  if (!first) return [];
  const shared: string[] = [];
  if (first.access === 'session') shared.push('platform', 'clientVersion', 'deviceId', 'latitude', 'longitude');
  if (first.access === 'session' && changes(first))
    shared.push(
      ...(first.bodyType === 'file' || first.bodyType === 'part'
        ? ['organisationId', 'account']
        : ['idempotencyKey', 'ifMatch', 'account']),
    );
  shared.push(...(first.headers ?? []));
  if (first.bodyType === 'part')
    shared.push(
      'tusResumable',
      ...(first.method === 'POST'
        ? ['uploadLength', 'uploadMetadata']
        : first.method === 'PATCH'
          ? ['uploadOffset']
          : []),
    );
  if (entries.some((entry) => entry.list)) shared.push('pageSize', 'pageNumber', 'filter', 'sort');
  const fixed = new Set(entries.flatMap((entry) => Object.keys(entry.fixed ?? {})));
  const own = new Set(entries.flatMap((entry) => entry.params ?? []));
  return [
    ...[...first.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: text,
    })),
    ...[...fixed].map((name) => ({
      name,
      in: 'query',
      required: true,
      schema: { enum: [...new Set(entries.flatMap((entry) => entry.fixed?.[name] ?? []))] },
    })),
    ...[...own].map((name) => ({
      name,
      in: 'query',
      required: entries.every((entry) => entry.required?.includes(name)),
      schema: text,
    })),
    ...shared.map((name) => ref('parameters', name)),
  ];
}

/** Entries that share a path and a method and differ by fixed parameters are one operation of the document. */
export function operationOf(entries: Entries): Json {
  const [first] = entries;
  if (!first) return {};
  const body = bodyOf(entries);
  const refusals = [...new Set(entries.flatMap(refusalsOf))];
  return {
    operationId: first.name,
    summary: entries.map((entry) => entry.summary).join(' '),
    tags: [first.path.split('/').find((part) => part !== '' && !/^(?:api|v\d+)$/.test(part)) ?? 'app'],
    'x-calls': entries.map((entry) => entry.name),
    'x-offline': first.offline,
    ...(entries.some((entry) => entry.recentSignIn) && { 'x-recent-sign-in': true }),
    security: first.access === 'session' ? [{ token: [] }] : first.access === 'key' ? [{ apiKey: [] }] : [],
    parameters: parametersOf(entries),
    ...(body && { requestBody: body }),
    responses: {
      200: answerOf(entries),
      ...Object.fromEntries(refusals.map((status) => [status, ref('responses', `refused${status}`)])),
    },
  };
}
