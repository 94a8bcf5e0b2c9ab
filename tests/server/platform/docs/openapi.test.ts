import type { AddressInfo } from 'node:net';
import Ajv2020 from 'ajv/dist/2020.js';
import Fastify from 'fastify';
import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { endpoint, type Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { ERROR_STATUS } from '#contract/error.ts';
import { WEBHOOK_BODIES } from '#contract/webhookBody.ts';
import { HEADERS } from '#contract/headers.ts';
import { docsPlugin, openApi } from '#server/platform/docs/docsPlugin.ts';
import { headEveryAnswer } from '#server/platform/http/everyAnswer.ts';

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  'x-calls': string[];
  parameters: Json[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, Json>;
  security: Json[];
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'parameters' | 'responses', Record<string, Json>>;
}

const all: readonly Endpoint[] = Object.values(ENDPOINTS);
const document = openApi(all, '1.0') as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const namesOf = (operation: Operation) =>
  operation.parameters.map((one) =>
    '$ref' in one ? document.components.parameters[String(one['$ref']).split('/').at(-1) ?? '']?.['name'] : one['name'],
  );

/** Every value under this key, however deep. */
function* valuesUnder(value: unknown, key: string): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    if (name === key) yield item;
    yield* valuesUnder(item, key);
  }
}

describe('the document', () => {
  test.each(all.map((entry) => [entry.name, entry] as const))(
    '%s is in it, under its path and method',
    (name, entry) => {
      const found = document.paths[entry.path.replace(/:(\w+)/g, '{$1}')]?.[entry.method.toLowerCase()];
      expect(found?.['x-calls']).toContain(name);
      expect(found?.security).toEqual({ session: [{ token: [] }], key: [{ apiKey: [] }], public: [] }[entry.access]);
      const names = found ? namesOf(found) : [];
      expect(names).toEqual(
        expect.arrayContaining([
          ...Object.keys(entry.fixed ?? {}),
          ...(entry.params ?? []),
          ...(entry.list ? ['pageSize', 'pageNumber', 'filter', 'sort'] : []),
        ]),
      );
      if (entry.access === 'session') expect(names).toContain(HEADERS.platform);
      if (
        entry.access === 'session' &&
        entry.method !== 'GET' &&
        entry.bodyType !== 'file' &&
        entry.bodyType !== 'part'
      )
        expect(names).toEqual(
          expect.arrayContaining([HEADERS.idempotencyKey, HEADERS.ifMatch, HEADERS.latitude, HEADERS.longitude]),
        );
      expect(Boolean(found?.requestBody)).toBe(
        entry.body !== undefined || entry.bodyType === 'file' || entry.method === 'PATCH',
      );
      if (entry.bodyType === 'part')
        expect(names).toEqual(
          expect.arrayContaining([
            HEADERS.tusResumable,
            ...({ POST: [HEADERS.uploadLength, HEADERS.uploadMetadata], PATCH: [HEADERS.uploadOffset] }[
              entry.method as string
            ] ?? []),
          ]),
        );
    },
  );

  test('holds nothing that no contract entry says', () => {
    expect(operations.flatMap(({ operation }) => operation['x-calls']).toSorted()).toEqual(
      all.map((entry) => entry.name).toSorted(),
    );
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  test('every schema in it is one of JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
    const schemas = [...valuesUnder(document, 'schema'), ...Object.values(document.components.schemas)];
    expect(schemas.length).toBeGreaterThan(all.length);
    for (const schema of schemas)
      if (typeof schema === 'object' && schema !== null && !('$ref' in schema))
        expect(ajv.validateSchema(schema)).toBe(true);
  });

  test('HOOK-3 every webhook is in it, with its headers and a body that takes what is sent and nothing else', () => {
    const { webhooks } = document as unknown as { webhooks: Record<string, { post: Operation }> };
    expect(Object.keys(webhooks)).toEqual(Object.keys(WEBHOOK_BODIES));
    const ajv = new Ajv2020({ strict: false, logger: false, formats: { 'date-time': true } });
    for (const [type, { post }] of Object.entries(webhooks)) {
      expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
      const fits = ajv.compile(post.requestBody?.content['application/json']?.schema ?? false);
      expect([type, fits({ type, timestamp: '2026-07-15T06:30:00.000Z', data: {} })]).toEqual([
        type,
        type === 'webhook.test',
      ]);
    }
  });

  test('every reference leads somewhere', () => {
    for (const target of valuesUnder(document, '$ref')) {
      const [, , kind, name] = String(target).split('/');
      expect(document.components[kind as 'schemas']?.[name ?? '']).toBeDefined();
    }
  });

  test('a path’s parts are its parameters', () => {
    for (const { path, operation } of operations) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(operation.parameters.filter((one) => one['in'] === 'path').map((one) => one['name'])).toEqual(parts);
    }
  });

  test('a claim as the server answers it fits the documented answer; one without its id does not', () => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    const answer = document.paths['/api/v1/allExpense/create']?.['post']?.responses['200'] as
      | { content: Record<string, { schema: Json }> }
      | undefined;
    const fits = ajv.compile(answer?.content['application/json']?.schema ?? false);
    const claim: Json = {
      expenseId: 'EXP1',
      userEmail: 'a@example.com',
      employeeName: 'A',
      employeeCode: 'K1',
      managerEmail: null,
      expenseDate: 0,
      claimAmount: 10.5,
      remarks: null,
      billUrl: [],
      localExpenseType: 'OTHERS',
      managerApprovalStatus: 'MANAGER_PENDING',
      managerApprovedAmount: null,
      managerRemarks: null,
      managerApprovalDate: null,
      managerName: null,
      financeApprovalStatus: 'FINANCE_PENDING',
      financeApprovedAmount: null,
      financeRemarks: null,
      financeApprovalDate: null,
      financeName: null,
      creationDate: 1,
      claimDate: 1,
      version: 1,
      createdAt: 1,
      updatedAt: 1,
    };
    expect(fits({ success: true, data: claim })).toBe(true);
    const { expenseId: _id, ...without } = claim;
    expect(fits({ success: true, data: without })).toBe(false);
  });

  test('every refusal has the one envelope', () => {
    for (const status of new Set<number>(Object.values(ERROR_STATUS)))
      expect(JSON.stringify(document.components.responses[`refused${status}`])).toContain(
        '#/components/schemas/Refusal',
      );
  });

  test('calls that share a path and method are one operation with both bodies', () => {
    const common = {
      method: 'POST',
      path: '/x',
      access: 'session',
      offline: 'queue',
      invalidates: [],
      answer: z.object({ ok: z.boolean() }),
    } as const;
    const two = [
      endpoint({ ...common, name: 'first', summary: 'One.', fixed: { kind: '0' }, body: z.object({ a: z.string() }) }),
      endpoint({ ...common, name: 'second', summary: 'Two.', fixed: { kind: '2' }, body: z.object({ b: z.number() }) }),
    ];
    const merged = (openApi(two, '1') as unknown as Document).paths['/x']?.['post'];
    expect(merged?.['x-calls']).toEqual(['first', 'second']);
    expect(merged?.parameters.find((one) => one['name'] === 'kind')).toMatchObject({
      required: true,
      schema: { enum: ['0', '2'] },
    });
    expect(merged?.requestBody?.content['application/json']?.schema['anyOf']).toHaveLength(2);
  });
});

test('the page for people names every call, and its policy lets nothing run (Z59)', async () => {
  const app = Fastify({ exposeHeadRoutes: false });
  headEveryAnswer(app, { publicUrl: null, trustedProxies: 0 });
  await app.register(docsPlugin, { version: '<1.0>' });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const page = await fetch(`${url}/api/docs`);
  const html = await page.text();
  for (const entry of all) expect(html).toContain(`id="${entry.name}"`);
  for (const type of Object.keys(WEBHOOK_BODIES)) expect(html).toContain(`id="${type}"`);
  expect(html).not.toMatch(/<script|<style|style="|\son[a-z]+="|<1\.0>/i);
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const css = await fetch(`${url}/api/docs/docs.css`);
  expect([css.status, css.headers.get('content-type'), css.headers.get('x-content-type-options')]).toEqual([
    200,
    'text/css; charset=utf-8',
    'nosniff',
  ]);
  const json = await fetch(`${url}/api/docs/openapi.json`);
  expect(await json.json()).toMatchObject({ openapi: '3.1.0', info: { version: '<1.0>' } });
  const again = await fetch(`${url}/api/docs/openapi.json`, {
    headers: { 'if-none-match': json.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  await app.close();
});
