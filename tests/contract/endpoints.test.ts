import { fc } from '#tests/support/property.ts';
import { describe, expect, test } from 'vitest';
import { endpoint, urlOf, type Endpoint } from '#contract/endpoint.ts';
import { getDocument } from '#contract/calls/files.ts';
import { searchLocalExpenses, updateLocalExpense } from '#contract/calls/localExpenses.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { QUEUED } from '#contract/queued.ts';
import { ERROR_STATUS } from '#contract/error.ts';
import { documentPath } from '#contract/file.ts';
import { encodeListQuery } from '#contract/query.ts';

const entries: [string, Endpoint][] = Object.entries(ENDPOINTS);

describe('every call', () => {
  test.each(entries)(
    'WIRE-1 %s is called by its name, says what it does and can be told from the others',
    (name, entry) => {
      expect(entry.name).toBe(name);
      expect(entry.summary.endsWith('.')).toBe(true);
      expect(entry.path).toMatch(/^\/[A-Za-z0-9/._:-]+[A-Za-z0-9]$/);
      const twins = entries.filter(
        ([, other]) =>
          other.method === entry.method &&
          other.path === entry.path &&
          JSON.stringify(other.fixed) === JSON.stringify(entry.fixed),
      );
      expect(twins).toHaveLength(1);
    },
  );

  test.each(entries)('WIRE-2 %s: a read is a GET and a GET is a read; what may wait changes something', (_, entry) => {
    expect(['GET', 'HEAD'].includes(entry.method)).toBe(entry.offline === 'read');
    if (entry.offline === 'read') expect(entry.invalidates).toEqual([]);
    if (entry.offline === 'queue') expect(entry.access).toBe('session');
  });

  test.each(entries)('OB-8 %s is named for whether it decides many at once', (name, { path }) => {
    expect(name.startsWith('bulk')).toBe(/\/bulk/.test(path));
  });

  test.each(entries)('WIRE-2 %s makes stale only reads that exist', (_, entry) => {
    for (const name of entry.invalidates) expect(entries.find(([key]) => key === name)?.[1].offline).toBe('read');
  });

  test.each(entries)('WIRE-1 %s asks only for parameters it reads', (_, entry) => {
    for (const name of entry.required ?? []) expect(entry.params ?? []).toContain(name);
    for (const name of Object.keys(entry.fixed ?? {})) expect(entry.params ?? []).not.toContain(name);
  });

  test('WIRE-1 the calls of a session and of files follow base addresses of their own', () => {
    const of = (base: Endpoint['base']) => entries.filter(([, entry]) => entry.base === base).map(([name]) => name);
    expect(of('auth')).toEqual([
      'googleLogin',
      'sendSignInCode',
      'codeLogin',
      'oidcLogin',
      'getLoggedInDetails',
      'logout',
    ]);
    expect(of('file')).toEqual(['uploadFile', 'getDocument']);
  });

  test('WIRE-3 each refusal goes with a status that says whose fault it is', () => {
    for (const status of Object.values(ERROR_STATUS)) expect(status >= 400 && status < 600).toBe(true);
    expect(ERROR_STATUS).toMatchObject({
      MALFORMED: 400,
      UNAUTHENTICATED: 401,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      CONFLICT: 409,
      VERSION_CONFLICT: 409,
      FILE_GONE: 409,
      FILE_TOO_LARGE: 413,
      UNSUPPORTED_FILE: 415,
      INVALID: 422,
      IDEMPOTENCY_KEY_REUSED: 422,
      CLIENT_TOO_OLD: 426,
      RATE_LIMITED: 429,
      INTERNAL: 500,
      UNAVAILABLE: 503,
      STORAGE_FULL: 507,
    });
  });
});

describe('addresses', () => {
  test('WIRE-4 parts, list, own and fixed parameters each have their place', () => {
    expect(urlOf(updateLocalExpense, { query: { id: 'EXP 1&x' } })).toBe(
      '/api/v1/allExpense/update?id=EXP%201%26x&primaryExpenseType=0',
    );
    expect(urlOf(searchLocalExpenses, { list: encodeListQuery({ filters: { USER_EMAIL: ['a@b.test'] } }) })).toBe(
      '/api/v1/allExpense/search?pageSize=25&pageNumber=0&filter=USER_EMAIL:a%40b.test&primaryExpenseType=0',
    );
    expect(urlOf(getDocument, { parts: { fingerPrint: 'abc' } })).toBe(documentPath('abc'));
    expect(urlOf(searchLocalExpenses, { query: { primaryExpenseType: '2', email: undefined } })).toBe(
      '/api/v1/allExpense/search?primaryExpenseType=0',
    );
  });

  test('WIRE-4 nothing that is put into an address leaves its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (part, id) => {
        const url = new URL(
          urlOf(getDocument, { parts: { fingerPrint: `x${part}` }, query: { id } }),
          'https://own.test',
        );
        expect(url.pathname.split('/').slice(0, 5).join('/')).toBe('/api/v1/Common/document');
        expect(url.pathname.split('/')).toHaveLength(6);
        expect(decodeURIComponent(url.pathname.split('/')[5] ?? '')).toBe(`x${part}`);
        expect([...url.searchParams]).toEqual([['id', id]]);
      }),
    );
  });

  test('WIRE-1 an entry keeps its literal types', () => {
    const entry = endpoint({ ...getDocument, name: 'other' });
    expect(entry.name satisfies 'other').toBe('other');
  });
});

test('the calls that may wait are those of the list of its own', () => {
  const queued = Object.entries<Endpoint>(ENDPOINTS).filter(([, { offline }]) => offline === 'queue');
  expect(QUEUED).toEqual(Object.fromEntries(queued));
});
