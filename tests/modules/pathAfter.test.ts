import { afterEach, expect, it } from 'vitest';
import { dropSession, NO_ROLES, setSession } from '#data/sessionStore.ts';
import { writeToken } from '#data/cookies.ts';
import { pathAfter } from '#modules/session/loginRoute.ts';

const RD = '/raise-local/expense?search=zebra';
const BY = { name: 'Asha Nair', employeeCode: 'KH1001', email: 'asha@example.com', id: 'PER1' };

afterEach(dropSession);

it.each([
  ['its person', 'PER1', RD],
  ['nobody else (P14)', 'PER2', '/home'],
  ['whoever followed a link', undefined, RD],
])('SES-4: an address of the login page leads %s there', (_who, whose, path) => {
  writeToken('token');
  setSession({ ...BY, roles: NO_ROLES, rolesKnown: true, timeZone: 'Asia/Kolkata' });
  expect(pathAfter(RD, { whose })).toBe(path);
});
