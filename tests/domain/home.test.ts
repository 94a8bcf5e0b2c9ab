import { fc } from '#tests/support/property.ts';
import { describe, expect, test } from 'vitest';
import type { RoleFlags } from '#contract/user.ts';
import { homeAfterFailure, homeBlocks, homeFor } from '#domain/home.ts';

const nobody: RoleFlags = {
  isCampaign: false, isCampaignManager: false, isCaseManagement: false, isCaseManagementEnabled: false, redirectUrl: null,
  isManager: false, isFinance: false, isFinanceDocument: false, isAdmin: false, isTallyAdmin: false,
};
const roles = (change: Partial<RoleFlags>): RoleFlags => ({ ...nobody, ...change });
const cases = { isCaseManagement: true, isCaseManagementEnabled: true, redirectUrl: 'https://cases.example.com/' };
const labels = (flags: Partial<RoleFlags>) => homeBlocks(roles(flags)).map(({ title, buttons }) => [title, ...buttons.map(({ label }) => label)]);
const NOT_FOUND = { go: 'path', path: '/not-found' };

describe('where home sends a person', () => {
  test('HOME-2 campaign users without an office role: managers to the campaigns, the others nowhere', () => {
    expect(homeFor(roles({ isCampaign: true, isCampaignManager: true }))).toEqual({ go: 'path', path: '/campaignManagement' });
    expect(homeFor(roles({ isCampaign: true }))).toEqual(NOT_FOUND);
  });

  test('HOME-3 case-management users to the address if it is on, else nowhere', () => {
    expect(homeFor(roles(cases))).toEqual({ go: 'address', address: 'https://cases.example.com/' });
    expect(homeFor(roles({ ...cases, isCaseManagementEnabled: false }))).toEqual(NOT_FOUND);
    for (const redirectUrl of [null, '', 'javascript:alert(1)', '//evil.test', 'data:x']) expect(homeFor(roles({ ...cases, redirectUrl }))).toEqual(NOT_FOUND);
  });

  test.each(['isManager', 'isFinance', 'isFinanceDocument', 'isAdmin', 'isTallyAdmin'] as const)('HOME-4 %s keeps them at home, with a button', (office) => {
    expect(homeFor(roles({ ...cases, isCampaign: true, isCampaignManager: true, [office]: true }))).toEqual({ go: 'stay' });
    const buttons = labels({ ...cases, isCampaign: true, isCampaignManager: true, [office]: true }).flat();
    expect(buttons).toContain('Campaign Management');
    expect(buttons).toContain('Case Management');
  });

  test('HOME-1 everybody else stays', () => {
    expect(homeFor(nobody)).toEqual({ go: 'stay' });
  });

  test('HOME-5 a failed lookup leads nowhere, but offline the last known roles are used', () => {
    expect(homeAfterFailure(false, nobody)).toEqual(NOT_FOUND);
    expect(homeAfterFailure(true, null)).toEqual(NOT_FOUND);
    expect(homeAfterFailure(true, roles({ isManager: true }))).toEqual({ go: 'stay' });
    expect(homeAfterFailure(true, roles({ isCampaign: true }))).toEqual(NOT_FOUND);
  });
});

describe('what home offers', () => {
  const user = ['User', 'Raise Travel Request', 'Raise Travel Expense', 'Raise Local Expense'];
  test.each<[string, Partial<RoleFlags>, string[][]]>([
    ['an employee', {}, []],
    ['a manager', { isManager: true }, [['Manager', 'Approve Travel Request', 'Approve Travel Expense', 'Approve Local Expense']]],
    ['finance', { isFinance: true }, [['Finance', 'View Travel Expense', 'View Local Expense', 'Download Report']]],
    ['finance documents', { isFinanceDocument: true }, [['Documents', 'Upload Document', 'View Tally']]],
    ['tally', { isTallyAdmin: true }, [['Tally', 'View Tally']]],
    ['an admin', { isAdmin: true }, [['Admin', 'View Travel Request']]],
    ['documents and tally', { isFinanceDocument: true, isTallyAdmin: true }, [['Documents', 'Upload Document', 'View Tally']]],
    ['a campaign user who is an admin', { isAdmin: true, isCampaign: true }, [['Admin', 'View Travel Request']]],
  ])('HOME-6 %s', (_, flags, blocks) => {
    expect(labels(flags)).toEqual([user, ...blocks]);
  });

  test('HOME-6 every button has a route and no two lead to the same one', () => {
    const flags = fc.record(Object.fromEntries(Object.entries(nobody).map(([key, value]) => [key, value === null ? fc.constantFrom(null, 'https://cases.example.com') : fc.boolean()]))) as fc.Arbitrary<RoleFlags>;
    fc.assert(fc.property(flags, (each) => {
      const routes = homeBlocks(each).flatMap(({ buttons }) => buttons.map(({ route }) => route));
      expect(routes.every((route) => /^\/[a-zA-Z/-]+$/.test(route))).toBe(true);
      expect(new Set(routes).size).toBe(routes.length);
    }));
  });
});
