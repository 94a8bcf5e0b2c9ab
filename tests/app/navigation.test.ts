import { describe, expect, it } from 'vitest';
import { NO_ROLES } from '#data/sessionStore.ts';
import { bottomItems, sideGroups } from '#app/shell/navigation.ts';

const built = new Set(['/home', '/outbox', '/raise-local/expense', '/approve-travel-request', '/approve-local/expense']);
const exists = (path: string): boolean => built.has(path);

describe('HOME-6: navigation by role', () => {
  it('an employee has no manager’s entries', () => {
    expect(bottomItems(NO_ROLES, exists).map(({ label }) => label)).toEqual(['Home', 'Claims', 'Outbox']);
    expect(sideGroups(NO_ROLES, exists).map(({ title }) => title)).toEqual([null, 'User']);
  });

  it('a manager has approvals; nothing leads to a screen that is not there', () => {
    const roles = { ...NO_ROLES, isManager: true, isFinance: true };
    expect(bottomItems(roles, exists).map(({ label }) => label)).toEqual(['Home', 'Claims', 'Approvals', 'Outbox']);
    const paths = sideGroups(roles, exists).flatMap(({ items }) => items.map(({ to }) => to));
    expect(paths).toEqual(['/home', '/outbox', '/raise-local/expense', '/approve-travel-request', '/approve-local/expense']);
  });

  it('MGR-27: on a phone ‘Approvals’ stands for every queue of a manager', () => {
    const approvals = bottomItems({ ...NO_ROLES, isManager: true }, exists).find(({ label }) => label === 'Approvals');
    expect(approvals).toMatchObject({ to: '/approve-travel-request', covers: ['/approve-travel-request', '/approve-travel-expense', '/approve-local'] });
  });

  it('phones show at most five, however many screens there are', () => {
    expect(bottomItems({ ...NO_ROLES, isManager: true }, () => true).length).toBeLessThanOrEqual(5);
  });
});
