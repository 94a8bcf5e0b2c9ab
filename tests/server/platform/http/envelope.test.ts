import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorAnswer } from '#contract/error.ts';
import { config } from '#contract/session.ts';
import type { Api } from '#tests/support/api.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
beforeAll(async () => {
  server = await startServer();
  employee = await server.as('employee');
});
afterAll(() => server.close());

const CREATE = '/api/v1/allExpense/create?primaryExpenseType=0';
const SEARCH = '/api/v1/allExpense/search?primaryExpenseType=0';

describe('addresses', () => {
  it('health, readiness and what a client needs before sign-in', async () => {
    const anybody = server.with(null);
    expect((await anybody.get('/healthz')).body).toEqual({ success: true });
    expect((await anybody.get('/readyz')).body).toEqual({ success: true });
    const answer = await anybody.get('/config.json');
    expect(config.parse(answer.body)).toMatchObject({
      demo: false,
      orgTimeZone: 'Asia/Kolkata',
      baseUrls: { expense: '', auth: '', file: '' },
    });
  });

  it.each([
    '/api/v1/user/role',
    '/api/v1/user/role/',
    '//api/v1//user/role',
    '/api/v1/user/role?',
    '/api/v1/user/role/?&email=employee@example.com',
  ])('%s is one and the same call', async (path) => {
    expect((await employee.get(path)).status).toBe(200);
  });

  it.each(['/api/v1/nothing', '/api/v1/user/role/more', '/api/v2/..%2f..%2fetc/passwd', '/api/'])(
    '%s is not there, said in the envelope',
    async (path) => {
      const answer = await employee.get(path);
      expect(answer.status).toBe(404);
      expect(errorAnswer.parse(answer.body).code).toBe('NOT_FOUND');
    },
  );

  it('an address that cannot be read is malformed, not a fault', async () => {
    const answer = await employee.get('/api/v1/Common/document/%E0%A4%A');
    expect(answer.body).toMatchObject({ success: false, code: 'MALFORMED' });
  });

  it.each([
    ['PUT', '/api/v1/user/role'],
    ['DELETE', '/api/v1/allExpense/create'],
    ['PATCH', '/api/v1/allExpense/update/'],
    ['POST', '/api/v1/allExpense/search'],
    ['OPTIONS', '/api/v1/allExpense/create'],
    ['GET', '/api/v1/account/googlelogin/v2'],
  ])('%s %s: 405 with what is allowed', async (method, path) => {
    const answer = await employee.send(method, path);
    expect([answer.status, answer.body['code']]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.get('allow')).toMatch(/^(GET|POST|PUT)$/);
  });

  it('HEAD is refused without a body', async () => {
    const answer = await employee.send('HEAD', '/api/v1/user/role');
    expect([answer.status, answer.text]).toEqual([405, '']);
  });
});

describe('the query', () => {
  it.each([
    ['an unknown parameter', '/api/v1/user/role?mail=x', 'mail'],
    ['a parameter twice', '/api/v1/user/role?email=a&email=b', 'email'],
    ['a kind that does not exist', '/api/v1/allExpense/search?primaryExpenseType=7', 'primaryExpenseType'],
    ['no kind', '/api/v1/allExpense/search', 'primaryExpenseType'],
    ['a kind twice', '/api/v1/allExpense/search?primaryExpenseType=0&primaryExpenseType=0', 'primaryExpenseType'],
    ['a missing parameter', '/api/v1/user/search/users/name', 'query'],
    ['Z36 a page before the first', `${SEARCH}&pageNumber=-1`, 'pageNumber'],
    ['Z36 an endless page', `${SEARCH}&pageSize=100000`, 'pageSize'],
    ['Z36 a page that is no number', `${SEARCH}&pageSize=NaN`, 'pageSize'],
    ['Z36 no page', `${SEARCH}&pageSize=0`, 'pageSize'],
    ['Z36 an unknown filter', `${SEARCH}&filter=PASSWORD:x`, 'PASSWORD'],
    ['Z36 a filter of trips', `${SEARCH}&filter=DESTINATION:Pune`, 'DESTINATION'],
    ['Z36 SQL as the sort key', `${SEARCH}&sort=${encodeURIComponent('id; drop table claims')}`, 'sort'],
    ['Z36 a range of three', `${SEARCH}&filter=DATE_RANGE:1|2|3`, 'DATE_RANGE'],
    ['Z36 a range of no numbers', `${SEARCH}&filter=DATE_RANGE:a|b`, 'DATE_RANGE'],
    ['Z36 a day that no calendar has', `${SEARCH}&filter=DATE_RANGE:999999999999999|`, 'DATE_RANGE'],
    ['Z36 a filter of ten kilobytes', `${SEARCH}&filter=USER_EMAIL:${'a'.repeat(10_000)}`, 'USER_EMAIL'],
    [
      'Z20 one’s list and a queue at once',
      `${SEARCH}&filter=USER_EMAIL:employee@example.com&filter=MANAGER_EMAIL:manager@example.com`,
      'MANAGER_EMAIL',
    ],
    [
      'Z20 a person twice',
      `${SEARCH}&filter=USER_EMAIL:employee@example.com&filter=USER_EMAIL:manager@example.com`,
      'USER_EMAIL',
    ],
    ['Z20 two people joined', `${SEARCH}&filter=USER_EMAIL:employee@example.com|manager@example.com`, 'USER_EMAIL'],
    ['Z35 a NUL', '/api/v1/user/role?email=a%00b', 'email'],
  ])('%s is refused naming the key', async (_name, path, key) => {
    const answer = await employee.get(path);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'MALFORMED', errors: { [key]: expect.any(String) } });
  });

  it('not signed in comes before a wrong query', async () => {
    expect((await server.with(null).get('/api/v1/user/role?mail=x')).status).toBe(401);
    expect((await server.with(null).send('POST', CREATE, 'no json', { 'content-type': 'text/plain' })).status).toBe(
      401,
    );
  });
});

describe('headers', () => {
  it('answers are not stored, not sniffed, not framed, not read by other origins (Z62)', async () => {
    for (const origin of ['null', 'https://evil.test', `${server.url}.evil.test`]) {
      const answer = await employee.get('/api/v2/getLoggedInDetails', { origin });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it('Z61 a form or a picture of another site changes nothing', async () => {
    const form = await server.with(null).send('POST', CREATE, 'a=b', {
      'content-type': 'application/x-www-form-urlencoded',
      platform: '',
      cookie: `admin-auth-token=${employee.token}`,
    });
    expect(form.status).toBe(401);
    expect((await employee.send('POST', CREATE, '{}', { 'content-type': 'text/plain', platform: '' })).status).toBe(
      403,
    );
  });

  it('the key is echoed on refusals too, so that a captive portal is told apart', async () => {
    const key = { 'idempotency-key': 'key-0123456789' };
    expect((await employee.post(CREATE, {}, key)).headers.get('idempotency-key')).toBe('key-0123456789');
    expect((await server.with(null).post(CREATE, {}, key)).headers.get('idempotency-key')).toBe('key-0123456789');
    expect(
      (await employee.send('POST', CREATE, '{', { ...key, 'content-type': 'application/json' })).headers.get(
        'idempotency-key',
      ),
    ).toBe('key-0123456789');
    expect((await employee.get('/api/v1/nothing', key)).headers.get('idempotency-key')).toBe('key-0123456789');
  });

  it('Z41 nobody says where they come from', async () => {
    for (let i = 0; i < 10; i += 1)
      await server
        .with(null)
        .post('/api/v1/account/googlelogin/v2', { credential: 'a.b.c' }, { 'x-forwarded-for': `10.0.0.${i}` });
    const answer = await server
      .with(null)
      .post(
        '/api/v1/account/googlelogin/v2',
        { credential: 'a.b.c' },
        { 'x-forwarded-for': '10.9.9.9', 'x-forwarded-host': 'evil.test' },
      );
    expect(answer.status).toBe(429);
  });
});

describe('faults of our own', () => {
  it('WIRE-12 Z66 an unforeseen error says nothing but a number to quote, and the server lives on', async () => {
    const broken = await startServer();
    try {
      const api = await broken.as('employee');
      await broken.database.db.schema.alterTable('claims').renameTo('claims_away').execute();
      for (const answer of [
        await api.get(SEARCH),
        await api.post('/api/v1/allExpense/manager-approve?id=EXP1&primaryExpenseType=0', {}),
        await api.put('/api/v1/allExpense/update?id=EXP1&primaryExpenseType=0', {}),
      ]) {
        expect(answer.status).toBe(500);
        expect(answer.body).toEqual({
          success: false,
          code: 'INTERNAL',
          message: expect.any(String),
          requestId: expect.any(String),
        });
        const number = String(answer.body['requestId']);
        // The number is any letters.
        expect(answer.text.replaceAll(number, '')).not.toMatch(/claims|select|pg|\.ts|node_modules/i);
        expect(broken.logs.join('')).toContain(number);
      }
      expect((await api.get('/api/v2/getLoggedInDetails')).status).toBe(200);
    } finally {
      await broken.close();
    }
  });
});
