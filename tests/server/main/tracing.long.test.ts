import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Api } from '../../support/api.ts';
import { endAll, newFolder, removeFolder, startProcess, stopProcess } from './process.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  status: { code?: number };
}

const home = newFolder();
const sent: { path: string; key: string | undefined; text: string }[] = [];
const collector = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { url = '', headers } = request;
    sent.push({ path: url, key: headers['x-key']?.toString(), text: Buffer.concat(pieces).toString() });
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
beforeAll(() => new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  endAll();
  collector.close();
  removeFolder(home);
});

const spans = (): Span[] =>
  sent.flatMap(({ text }) => {
    const body = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    return body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });
const said = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((each) => each.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

describe('traces', () => {
  test('a request is a span of its caller’s trace, its statements are below it, and no one is named', async () => {
    const server = startProcess({
      DATA_DIR: join(home, 'data'),
      DEMO: '1',
      DEMO_COMPANIES: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
    });
    const api = new Api(await server.ready, null);
    const { body } = await api.post('/demo/credential', { email: 'employee@example.com' });
    const opened = await api.post('/api/v1/account/googlelogin/v2', body['data']);
    const traceId = 'a'.repeat(32);
    const employee = new Api(await server.ready, String(opened.body['token']));
    const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;
    expect((await employee.get('/api/v1/counts', { traceparent })).status).toBe(200);
    expect((await employee.get('/api/v1/nothing/secret-name', { traceparent })).status).toBe(404);
    await stopProcess(server);

    expect(new Set(sent.map(({ path, key }) => `${path} ${key}`))).toEqual(new Set(['/v1/traces a b']));
    const own = spans().filter((span) => span.traceId === traceId);
    const request = own.find(({ name }) => name === 'GET /api/v1/counts');
    expect([request?.parentSpanId, said(request, 'http.response.status_code')]).toEqual(['b'.repeat(16), 200]);
    const statements = own.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(statements.length).toBeGreaterThan(1);
    expect(statements.map((each) => said(each, 'db.query.text'))).toContainEqual(expect.stringContaining('sessions'));
    expect(own.map(({ name }) => name)).toContain('GET /api/*');
    const everything = sent.map(({ text }) => text).join('');
    for (const secret of ['employee@example.com', 'secret-name', String(opened.body['token']), 'Asha'])
      expect(everything).not.toContain(secret);
  });
});
