import { fc } from '#tests/support/property.ts';
import { describe, expect, test } from 'vitest';
import { formatLatLong, parseLatLong } from '#domain/place.ts';
import { GEOLOCATION_OPTIONS, judgeGeolocation, LOGOUT_DELAY_MS, maySignIn, safeReturnPath } from '#domain/session.ts';

describe('where a sign-in leads', () => {
  test.each([
    '/home',
    '/outbox',
    '/raise-local/expense',
    '/raise-local/expense?page=2&MANAGER_APPROVAL_STATUS=0%7C2',
    '/detail/EXP01/details',
    '/approve-local/EXP1#bills',
    '/list?search=a@b',
    '/campaign/CMP1',
    '/raise-local/expense?back=https://x.test//y',
  ])('SES-4 %s is followed', (rd) => {
    expect(safeReturnPath(rd)).toBe(rd);
  });

  test.each([
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    '/%2f%2fevil.test',
    '/home@evil.test',
    '/\t/evil.test',
    'data:text/html,x',
    '',
    null,
    undefined,
    `/home?x=${'a'.repeat(5_000)}`,
    '/home/..//evil.test',
    '/home/%2e%2e/x',
    '/home\n',
    ' /home',
    'home',
    '/',
    '/login',
    '/not-found',
    '/api/v2/logout',
    '/unknown',
    '/home//x',
    '/home\\x',
    '/home/%5c',
    '/home/%00',
    '/%252fevil',
    '/HOME',
    'http:/home',
    '/home\u202e',
    '/.',
    '/constructor',
  ])('SES-4 Z15 %j goes home instead', (rd) => {
    expect(safeReturnPath(rd)).toBe('/home');
  });

  test('SES-4 Z15 whatever comes, the browser stays on this origin and reads the path as written', () => {
    const parts = fc
      .array(
        fc.constantFrom(
          '/',
          '\\',
          '//',
          'home',
          'list',
          '..',
          '.',
          '@',
          ':',
          '%2f',
          '%5c',
          '\t',
          '?',
          '#',
          'evil.test',
          'https:',
          ' ',
          '%',
        ),
        { maxLength: 8 },
      )
      .map((each) => each.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          parts,
          parts.map((text) => `/home${text}`),
          fc.webUrl(),
          fc.string(),
        ),
        (rd) => {
          const safe = safeReturnPath(rd);
          const url = new URL(safe, 'https://own.test/login?rd=x');
          expect(url.origin).toBe('https://own.test');
          expect(new URL(url.pathname, 'https://own.test').origin).toBe('https://own.test');
          expect(url.pathname).toBe(safe.split(/[?#]/, 1)[0]);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('geolocation at sign-in', () => {
  test('SES-5 SES-6 SES-7 a refusal stops it, a timeout does not', () => {
    expect(judgeGeolocation({ kind: 'position', latitude: 12.97, longitude: 77.59 }).ok).toBe(true);
    expect(judgeGeolocation({ kind: 'error', code: 3, message: 'Timeout expired' }).ok).toBe(true);
    for (const code of [1, 2]) {
      expect(judgeGeolocation({ kind: 'error', code, message: 'User denied Geolocation' })).toMatchObject({
        ok: false,
        message: 'User denied Geolocation. Please enable Geo location for login',
      });
    }
    expect(judgeGeolocation({ kind: 'unsupported' })).toMatchObject({
      ok: false,
      message: 'Please Enable Geo Location',
    });
  });

  test('SES-9 it is asked with 5 s, high accuracy and no cached position', () => {
    expect(GEOLOCATION_OPTIONS).toEqual({ timeout: 5_000, enableHighAccuracy: true, maximumAge: 0 });
  });

  test('SES-10 the cookie holds latitude and longitude, and nonsense is not sent on', () => {
    expect(formatLatLong(12.97, 77.59)).toBe('12.97,77.59');
    expect(parseLatLong('12.97,77.59')).toEqual({ latitude: '12.97', longitude: '77.59' });
    expect(parseLatLong('-33.9,-151.2')).not.toBeNull();
    for (const text of ['', null, undefined, '1', 'a,b', '91,0', '0,181', '1,2,3', '1,2\r\nx: y', 'NaN,NaN', '1e1,2'])
      expect(parseLatLong(text)).toBeNull();
  });
});

describe('the session', () => {
  test('SES-8 only a person of the directory who was not removed signs in', () => {
    expect(maySignIn({ disabled: false }).ok).toBe(true);
    for (const person of [null, { disabled: true }])
      expect(maySignIn(person)).toEqual({
        ok: false,
        code: 'FORBIDDEN',
        message: 'Your account is not set up. Ask your administrator.',
      });
  });

  test('SES-11 after a logout the page waits 100 ms', () => {
    expect(LOGOUT_DELAY_MS).toBe(100);
  });
});
