import * as z from 'zod/mini';
import { IDEMPOTENCY_KEY_PATTERN, MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts';
import { FILTER_KINDS, SORT_KEYS } from '#contract/query.ts';
import { HEADERS, PLATFORM } from '#contract/headers.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A zod schema as JSON Schema 2020-12, which is what OpenAPI 3.1 speaks. What JSON cannot say is left open. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    // A later server may answer more fields: clients ignore them (SW-1).
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

const header = (name: string, description: string, schema: Json, required = false): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});
export const text: Json = { type: 'string' };

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
    'The version the change was made on, quoted. When the record has moved on: ' +
      '409 VERSION_CONFLICT with the record as it is.',
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
    'What this page keeps: the `nonce` of its ID token is the base64url SHA-256 of it. ' +
      'A token of Google without one is refused; from pages that send no such header it is taken until the day of ' +
      'SIGN_IN_WITHOUT_NONCE_UNTIL.',
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
    description:
      `\`KEY:VALUE\`, once for each key. Several values are joined with \`|\`; ` +
      `a date range is \`start|end\` in epoch milliseconds, either side may be empty. ` +
      `Keys: ${Object.keys(FILTER_KINDS).join(', ')}.`,
    schema: { type: 'array', items: text },
  },
  sort: { name: 'sort', in: 'query', description: 'Ascending. Without it: newest first.', schema: { enum: SORT_KEYS } },
};
