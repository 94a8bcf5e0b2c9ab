import { ERROR_STATUS, errorAnswer } from '#contract/error.ts';
import { HEADERS } from '#contract/session.ts';
import { schemaOf, type Json } from './jsonSchema.ts';
import { operationOf, ref, type Entries } from './operation.ts';
import { PARAMETERS } from './parameters.ts';

const wordsOf = (status: number): string =>
  `Refused: ${Object.entries(ERROR_STATUS)
    .filter(([, value]) => value === status)
    .map(([code]) => code)
    .join(', ')}.`;

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
