import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { FILE_HEADERS, pageHeaders } from '#server/platform/site/headers.ts';
import { openApi } from './openapi.ts';
import { DOCS_CSS, docsPage } from './page.ts';

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
