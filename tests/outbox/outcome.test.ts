import { describe, expect, test } from 'vitest';
import { ERROR_STATUS } from '#contract/error.ts';
import { classify, retryAfterMs, type RawResponse, type Outcome } from '#outbox/outcome.ts';

const KEY = 'key-00000001';
const HASH = 'a'.repeat(64);
const answer = (
  status: number,
  contentType: string,
  body: unknown,
  more: Partial<Exclude<RawResponse, { failed: unknown }>> = {},
): RawResponse => ({
  status,
  contentType,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  type: 'basic',
  redirected: false,
  echoedKey: KEY,
  retryAfter: null,
  date: null,
  ...more,
});
const refusal = (code: string): object => ({ success: false, code, message: 'The server’s own sentence.' });

const STATUSES = [
  100, 200, 201, 202, 204, 206, 301, 302, 303, 307, 308, 400, 401, 402, 403, 404, 405, 407, 408, 409, 410, 411, 413,
  415, 418, 422, 425, 426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 507, 511, 599,
];
const BODIES: [string, string, unknown][] = [
  ['success', 'application/json', { success: true, data: { fingerPrint: HASH } }],
  ['success with a charset', 'application/json; charset=utf-8', { success: true, data: {} }],
  ['success: "true"', 'application/json', { success: 'true' }],
  ['failure without code', 'application/json', { success: false, message: 'no' }],
  ['failure with a code', 'application/json', refusal('SOMETHING')],
  ['jsonCode inside', 'application/json', { jsonCode: 407 }],
  ['a list', 'application/json', '[]'],
  ['null', 'application/json', 'null'],
  ['cut off', 'application/json', '{"success":true,"da'],
  ['empty', 'application/json', ''],
  ['a page', 'text/html', '<html></html>'],
  ['JSON called a page', 'text/html', { success: true, data: {} }],
  ['no type', '', { success: true }],
];
const all = STATUSES.flatMap((status) =>
  BODIES.map(([name, type, body]) => ({ status, name, facts: answer(status, type, body) })),
);

describe('C8: every answer has exactly one meaning', () => {
  test(`${all.length} answers: only 2xx with success is 'sent', and none is unknown`, () => {
    expect(all.length).toBeGreaterThan(400);
    for (const { status, name, facts } of all) {
      const { kind } = classify(facts, { key: KEY });
      const isSuccess = status >= 200 && status < 300 && name.startsWith('success') && name !== 'success: "true"';
      expect(kind === 'sent', `${status} ${name}`).toBe(isSuccess);
      expect(
        ['sent', 'offline', 'serverError', 'busy', 'inProgress', 'signIn', 'fileGone', 'tooOld', 'refused', 'walled'],
        `${status} ${name}`,
      ).toContain(kind);
      // Only the server's own refusal, with its code, asks the owner.
      if (kind === 'refused' || kind === 'signIn' || kind === 'tooOld')
        expect(name, `${status}`).toBe('failure with a code');
      // Who knows our API answers in JSON: a page that refuses is of somebody else.
      if (kind === 'walled') expect(['a page', 'JSON called a page', 'no type'], `${status} ${name}`).toContain(name);
      if (status >= 500) expect(kind, `${status} ${name}`).toBe('serverError');
    }
  });

  test('OB-4: the same answers with another key, or none, are never success', () => {
    for (const echoedKey of [null, 'somebody-elses', '', KEY.toUpperCase()]) {
      for (const { facts } of all)
        expect(classify({ ...facts, echoedKey } as RawResponse, { key: KEY }).kind).not.toBe('sent');
    }
  });

  test('OB-4: opaque and redirected answers are no answers', () => {
    for (const { facts } of all) {
      for (const type of ['opaque', 'opaqueredirect', 'error'])
        expect(classify({ ...facts, type } as RawResponse, { key: KEY })).toEqual({ kind: 'offline', why: 'portal' });
      expect(classify({ ...facts, redirected: true } as RawResponse, { key: KEY })).toEqual({
        kind: 'offline',
        why: 'portal',
      });
    }
  });

  test('C10: an upload counts only with the hash of these very bytes', () => {
    expect(
      classify(answer(200, 'application/json', { success: true, data: { fingerPrint: HASH } }, { echoedKey: null }), {
        hash: HASH,
      }),
    ).toEqual({ kind: 'uploaded', fingerPrint: HASH });
    for (const data of [{ fingerPrint: 'b'.repeat(64) }, {}, null, 'x', undefined]) {
      expect(classify(answer(200, 'application/json', { success: true, data }), { hash: HASH })).toEqual({
        kind: 'offline',
        why: 'portal',
      });
    }
  });

  const WANTED: Record<keyof typeof ERROR_STATUS, Outcome['kind']> = {
    MALFORMED: 'refused',
    UNAUTHENTICATED: 'signIn',
    FORBIDDEN: 'refused',
    SIGN_IN_AGAIN: 'serverError',
    NOT_FOUND: 'refused',
    METHOD_NOT_ALLOWED: 'refused',
    CONFLICT: 'refused',
    VERSION_CONFLICT: 'refused',
    IN_PROGRESS: 'inProgress',
    FILE_GONE: 'fileGone',
    WRONG_USER: 'signIn',
    FILE_TOO_LARGE: 'refused',
    UPLOAD_ALLOWANCE: 'refused',
    CREATION_ALLOWANCE: 'refused',
    PAYLOAD_TOO_LARGE: 'refused',
    UNSUPPORTED_FILE: 'refused',
    UNSUPPORTED_CONTENT: 'refused',
    INVALID: 'refused',
    IDEMPOTENCY_KEY_REUSED: 'refused',
    CLIENT_TOO_OLD: 'tooOld',
    RATE_LIMITED: 'busy',
    INTERNAL: 'serverError',
    UNAVAILABLE: 'serverError',
    STORAGE_FULL: 'serverError',
  };
  test.each(Object.entries(WANTED))('wire: %s means %s', (code, kind) => {
    expect(
      classify(answer(ERROR_STATUS[code as keyof typeof ERROR_STATUS], 'application/json', refusal(code)), { key: KEY })
        .kind,
    ).toBe(kind);
  });

  test('wire: every code of the contract that can be answered has a meaning here', () => {
    expect(Object.keys(WANTED).sort()).toEqual(
      Object.keys(ERROR_STATUS)
        .filter((code) => code in WANTED)
        .sort(),
    );
    for (const [code, status] of Object.entries(ERROR_STATUS))
      expect(classify(answer(status, 'application/json', refusal(code)), { key: KEY }).kind).not.toBe('sent');
  });

  test('OB-9: a refusal keeps the sentence, the fields and the record as it stands', () => {
    const body = {
      ...refusal('VERSION_CONFLICT'),
      errors: { remarks: 'Please enter remark', odd: 7 },
      current: { version: 3 },
    };
    expect(classify(answer(409, 'application/json', body), { key: KEY })).toEqual({
      kind: 'refused',
      refusal: {
        status: 409,
        code: 'VERSION_CONFLICT',
        message: 'The server’s own sentence.',
        errors: { remarks: 'Please enter remark' },
        current: { version: 3 },
      },
    });
  });

  test('a refusal of another request says nothing about this one', () => {
    expect(
      classify(answer(422, 'application/json', refusal('INVALID'), { echoedKey: 'somebody-elses' }), { key: KEY }),
    ).toEqual({ kind: 'offline', why: 'portal' });
    expect(classify(answer(422, 'application/json', refusal('INVALID'), { echoedKey: null }), { key: KEY }).kind).toBe(
      'refused',
    );
  });

  test('X18: a login page with 401 does not ask for sign-in', () => {
    expect(classify(answer(401, 'text/html', '<html></html>'), { key: KEY })).toEqual({
      kind: 'offline',
      why: 'portal',
    });
  });

  test('no answer is no network', () => {
    expect(classify({ failed: 'network' }, { key: KEY })).toEqual({ kind: 'offline', why: 'network' });
    expect(classify({ failed: 'timeout' }, { hash: HASH })).toEqual({ kind: 'offline', why: 'timeout' });
  });
});

describe('X15: Retry-After', () => {
  const now = Date.UTC(2026, 3, 6, 10);
  test.each([
    ['30', null, 30_000],
    [' 5 ', null, 5_000],
    ['0', null, 0],
    ['999999999', null, 3_600_000],
    [new Date(now + 20_000).toUTCString(), now, 20_000],
    [new Date(now - 20_000).toUTCString(), now, 0],
    // A date says nothing without the server's own clock.
    [new Date(now + 20_000).toUTCString(), null, undefined],
    ['soon', now, undefined],
    ['-5', null, undefined],
    [null, now, undefined],
  ])('%s by a server clock of %s is %s ms', (value, date, wanted) => {
    expect(retryAfterMs(value, date)).toBe(wanted);
  });

  test.each<[number, string, unknown, boolean]>([
    [502, 'text/html', '<h1>502 Bad Gateway</h1>', true],
    [503, 'text/html', '<h1>503 Service Unavailable</h1>', true],
    [504, '', '', true],
    [502, 'application/json', { error: 'no upstream' }, true],
    [503, 'application/json', refusal('UNAVAILABLE'), false],
    [500, 'text/html', '<h1>500</h1>', false],
    [501, 'text/html', '<h1>501</h1>', false],
    [505, 'text/html', '<h1>505</h1>', false],
    [507, 'application/json', refusal('STORAGE_FULL'), false],
  ])('of %i as %j %j our server is away: %j', (status, type, body, away) => {
    expect(classify(answer(status, type, body), { key: KEY })).toEqual({
      kind: 'serverError',
      status,
      retryAfter: undefined,
      ...(away && { away }),
    });
  });

  test('503 with a wish slows everything, without one only this entry', () => {
    expect(
      classify(answer(503, 'application/json', refusal('UNAVAILABLE'), { retryAfter: '30' }), { key: KEY }),
    ).toEqual({ kind: 'busy', status: 503, retryAfter: 30_000 });
    expect(classify(answer(503, 'application/json', refusal('UNAVAILABLE')), { key: KEY })).toEqual({
      kind: 'serverError',
      status: 503,
      retryAfter: undefined,
    });
    expect(classify(answer(429, 'text/html', 'slow down'), { key: KEY })).toEqual({
      kind: 'busy',
      status: 429,
      retryAfter: undefined,
    });
  });
});
