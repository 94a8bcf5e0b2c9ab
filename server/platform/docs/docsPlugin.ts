import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { ERROR_STATUS, errorAnswer } from '#contract/error.ts';
import { HEADERS } from '#contract/headers.ts';
import { WEBHOOK_BODIES } from '#contract/webhookBody.ts';
import { FILE_HEADERS, pageHeaders } from '#server/platform/site/headers.ts';
import { operationOf, ref, type Entries } from './operation.ts';
import { DOCS_CSS, docsPage } from './page.ts';
import { PARAMETERS, schemaOf, text, type Json } from './parameters.ts';

const wordsOf = (status: number): string =>
  `Refused: ${Object.entries(ERROR_STATUS)
    .filter(([, value]) => value === status)
    .map(([code]) => code)
    .join(', ')}.`;

const hookHeader = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: text,
});
const HOOK_HEADERS = [
  hookHeader('webhook-id', 'Of the event: the same however often it is sent.'),
  hookHeader('webhook-timestamp', 'Of the attempt, in seconds.'),
  hookHeader('webhook-signature', 'By Standard Webhooks: `v1,…`, one for each secret that is good.'),
];

/** What receivers are sent (HOOK-3). */
const webhooksOf = (): Json =>
  Object.fromEntries(
    Object.entries(WEBHOOK_BODIES).map(([type, { summary, schema }]) => [
      type,
      {
        post: {
          operationId: `webhook ${type}`,
          summary,
          parameters: HOOK_HEADERS,
          requestBody: { required: true, content: { 'application/json': { schema: schemaOf(schema, 'output') } } },
          responses: { '2XX': { description: 'Taken.' }, 410: { description: 'Never again: the receiver is off.' } },
        },
      },
    ]),
  );

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
        'Travel and expense claims. Every answer is an object with `success`; ' +
        'a refusal carries a sentence for a person and a code for a program.',
    },
    servers: [{ url: '/' }],
    paths,
    webhooks: webhooksOf(),
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

/** This page runs nothing and loads nothing but its own style sheet. */
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Documentation of the interface: `/api/docs` for people, `/api/docs/openapi.json` for programs.
 * Both made once, of the contract.
 */
export async function docsPlugin(app: FastifyInstance, { version }: { version: string }): Promise<void> {
  const endpoints: readonly Endpoint[] = Object.values(ENDPOINTS);
  const documents: [path: string, type: string, text: () => string][] = [
    ['/api/docs', 'text/html; charset=utf-8', () => docsPage(endpoints, version)],
    ['/api/docs/docs.css', 'text/css; charset=utf-8', () => DOCS_CSS],
    [
      '/api/docs/openapi.json',
      'application/json; charset=utf-8',
      () => JSON.stringify(openApi(endpoints, version), null, 1),
    ],
  ];
  for (const [path, type, make] of documents) {
    let made: { text: string; etag: string } | undefined;
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: async (request, reply) => {
        const text = made?.text ?? make();
        made ??= { text, etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
        reply
          .headers(type.startsWith('text/html') ? pageHeaders(POLICY) : FILE_HEADERS)
          .header('cache-control', 'no-cache')
          .header('etag', made.etag)
          .type(type);
        return request.headers['if-none-match'] === made.etag ? reply.code(304).send() : reply.send(text);
      },
    });
  }
}
