import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { ERROR_STATUS, errorAnswer } from '#contract/error.ts';
import { FILE_TYPES } from '#contract/enums.ts';
import { IDEMPOTENCY_KEY_PATTERN, MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts';
import { FILTER_KINDS, SORT_KEYS } from '#contract/query.ts';
import { HEADERS, PLATFORM } from '#contract/session.ts';

type Json = Readonly<Record<string, unknown>>;
type Entries = readonly Endpoint[];

/** A zod schema as JSON Schema 2020-12, which is what OpenAPI 3.1 speaks. What JSON cannot say is left open. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    // A later server may answer more fields: whoever reads lets them pass (offline.md SW-1).
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
const header = (name: string, description: string, schema: Json, required = false): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});
const text: Json = { type: 'string' };

/** Parameters that many calls share. */
export const PARAMETERS: Readonly<Record<string, Json>> = {
  platform: header(
    HEADERS.platform,
    'Who calls. Asked for on every call of a session.',
    { type: 'string', const: PLATFORM },
    true,
  ),
  latitude: header(HEADERS.latitude, 'Where the caller is, when known.', { type: 'string', examples: ['12.97'] }),
  longitude: header(HEADERS.longitude, 'Where the caller is, when known.', { type: 'string', examples: ['77.59'] }),
  organisationId: header(HEADERS.organisation, 'The organisation, on uploads.', text),
  idempotencyKey: header(
    HEADERS.idempotencyKey,
    'Makes a change happen once: the same key and request again is answered from the first one. Kept for 400 days.',
    { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN.source },
  ),
  ifMatch: header(
    HEADERS.ifMatch,
    'The version the change was made on, quoted. When the record has moved on: 409 VERSION_CONFLICT with the record as it is.',
    { type: 'string', examples: ['"3"'] },
  ),
  clientVersion: header(
    HEADERS.clientVersion,
    'The build of the client. 426 when it was made more than 400 days before the server.',
    text,
  ),
  deviceId: header(HEADERS.deviceId, 'A random id the device made for itself once.', text),
  nonceVerifier: header(
    HEADERS.nonceVerifier,
    'What this page keeps: the `nonce` of its ID token is the base64url SHA-256 of it. A token of Google without one is refused; from pages that send no such header it is taken until the day of SIGN_IN_WITHOUT_NONCE_UNTIL.',
    { type: 'string', pattern: '^[A-Za-z0-9_-]{43,128}$' },
  ),
  tusResumable: header(
    HEADERS.tusResumable,
    'The version of the tus protocol.',
    { type: 'string', const: '1.0.0' },
    true,
  ),
  uploadLength: header(
    HEADERS.uploadLength,
    'Bytes of the whole file; fewer than 2,097,152.',
    { type: 'integer', minimum: 1 },
    true,
  ),
  uploadOffset: header(
    HEADERS.uploadOffset,
    'Where in the file this part begins: as the last answer said.',
    { type: 'integer', minimum: 0 },
    true,
  ),
  uploadMetadata: header(
    HEADERS.uploadMetadata,
    '`filename` and `fingerPrint` (SHA-256 in hex), each in Base64 behind its name and a space, with a comma between.',
    text,
  ),
  account: header(
    HEADERS.account,
    'E-mail of the person a queued change belongs to; another person’s session refuses it as WRONG_USER.',
    text,
  ),
  pageSize: {
    name: 'pageSize',
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: PAGE_SIZE },
  },
  pageNumber: {
    name: 'pageNumber',
    in: 'query',
    description: 'From 0.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  filter: {
    name: 'filter',
    in: 'query',
    explode: true,
    style: 'form',
    description: `\`KEY:VALUE\`, once for each key. Several values are joined with \`|\`; a date range is \`start|end\` in epoch milliseconds, either side may be empty. Keys: ${Object.keys(FILTER_KINDS).join(', ')}.`,
    schema: { type: 'array', items: text },
  },
  sort: { name: 'sort', in: 'query', description: 'Ascending. Without it: newest first.', schema: { enum: SORT_KEYS } },
};

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

const wordsOf = (status: number): string =>
  `Refused: ${Object.entries(ERROR_STATUS)
    .filter(([, value]) => value === status)
    .map(([code]) => code)
    .join(', ')}.`;

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
  if (first.name === 'googleLogin') shared.push('nonceVerifier', 'deviceId');
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
function operationOf(entries: Entries): Json {
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
    security: first.access === 'session' ? [{ token: [] }] : first.access === 'key' ? [{ apiKey: [] }] : [],
    parameters: parametersOf(entries),
    ...(body && { requestBody: body }),
    responses: {
      200: answerOf(entries),
      ...Object.fromEntries(refusals.map((status) => [status, ref('responses', `refused${status}`)])),
    },
  };
}

/**
 * The OpenAPI 3.1 document of these calls. Everything in it comes from the contract, so it cannot say anything else
 * than the server does.
 */
export function openApi(endpoints: Entries, version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const entry of endpoints) {
    const path = entry.path.replace(/:([A-Za-z]+)/g, '{$1}');
    const method = entry.method.toLowerCase();
    if (paths[path]?.[method]) continue;
    paths[path] = {
      ...paths[path],
      [method]: operationOf(endpoints.filter((other) => other.path === entry.path && other.method === entry.method)),
    };
  }
  const refused = (status: number): Json => ({
    description: wordsOf(status),
    content: { 'application/json': { schema: ref('schemas', 'Refusal') } },
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kharcha',
      version,
      description:
        'Travel and expense claims. Every answer is an object with `success`; a refusal carries a sentence for a person and a code for a program.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: HEADERS.token,
          description: 'From sign-in. A cookie alone never authenticates.',
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: HEADERS.apiKey,
          description: 'Of a program that hands in records, such as the sales app.',
        },
      },
      parameters: PARAMETERS,
      schemas: { Refusal: schemaOf(errorAnswer, 'output') },
      responses: Object.fromEntries(
        [...new Set<number>(Object.values(ERROR_STATUS))].map((status) => [`refused${status}`, refused(status)]),
      ),
    },
  };
}
