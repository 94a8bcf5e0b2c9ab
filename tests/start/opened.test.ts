import { describe, expect, it } from 'vitest';
import { addressApart } from '#start/opened.ts';

const ORIGIN = 'https://kharcha.test';
const page = (address: string, opener: object | null = null) => ({
  opener,
  location: new URL(address, ORIGIN) as unknown as Location,
});

describe('Z60: a start page that another site opened', () => {
  it.each<[string, string, object | null, string, string | null]>([
    ['is held by its opener', '/home', {}, '', '/home?page=0'],
    [
      'is linked to, with an opener that let go of the handle’s other end',
      '/home',
      null,
      'https://evil.test/',
      '/home?page=0',
    ],
    ['keeps its fragment', '/home#main', {}, '', '/home?page=0#main'],
    ['is no other for a longer name of its origin', '/home', null, `${ORIGIN}.evil.test/`, '/home?page=0'],
    ['comes with the policy where it has a query: it goes there once', '/home?page=0', {}, 'https://evil.test/', null],
    ['comes with the policy where it is no start page', '/outbox', {}, 'https://evil.test/', null],
    ['is opened from the home screen', '/home', null, '', null],
    ['is begun by an app of the phone', '/home', null, 'android-app://com.example/', null],
    ['is opened from this app', '/home', null, `${ORIGIN}/`, null],
  ])('%s', (_what, address, opener, referrer, apart) => {
    expect(addressApart(page(address, opener), referrer)).toBe(apart);
  });
});
