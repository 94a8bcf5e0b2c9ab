import { afterEach, expect, it } from 'vitest';
import { readCookie, readToken } from '#start/cookies.ts';

const NAMES = ['org-id', 'admin-auth-token'];
afterEach(() => {
  for (const name of NAMES) document.cookie = `${name}=; Max-Age=0; Path=/`;
});

it('a cookie is read as it was written', () => {
  document.cookie = `org-id=${encodeURIComponent('a b;c')}; Path=/`;
  document.cookie = 'admin-auth-token=secret; Path=/';
  expect([readCookie('org-id'), readToken()]).toEqual(['a b;c', 'secret']);
});

it('SES-1: one that the app did not write is none, and keeps no page from beginning', () => {
  document.cookie = 'admin-auth-token=%E0%A4%A; Path=/';
  expect(readToken()).toBeNull();
});
