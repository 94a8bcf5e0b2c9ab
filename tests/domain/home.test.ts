import { fc } from '#tests/support/property.ts';
import { describe, expect, test } from 'vitest';
import type { PendingCounts } from '#contract/home.ts';
import type { RoleFlags } from '#contract/user.ts';
import { homeBlocks } from '#domain/home.ts';
import { pendingCountOf, pendingCountOfAll } from '#domain/pendingCounts.ts';
import { homeAfterFailure, homeFor } from '#domain/homeDecision.ts';

const nobody: RoleFlags = {
  isCampaign: false,
  isCampaignManager: false,
  isCaseManagement: false,
  isCaseManagementEnabled: false,
  redirectUrl: null,
  isManager: false,
  isFinance: false,
  isFinanceDocument: false,
  isAdmin: false,
  isTallyAdmin: false,
};
const roles = (change: Partial<RoleFlags>): RoleFlags => ({ ...nobody, ...change });
const cases = { isCaseManagement: true, isCaseManagementEnabled: true, redirectUrl: 'https://cases.example.com/' };
const labels = (flags: Partial<RoleFlags>) =>
  homeBlocks(roles(flags)).map(({ title, buttons }) => [title, ...buttons.map(({ label }) => label)]);
const NOT_FOUND = { go: 'path', path: '/not-found' };

describe('where home sends a person', () => {
  test('HOME-2 campaign users without an office role: managers to the campaigns, the others nowhere', () => {
    expect(homeFor(roles({ isCampaign: true, isCampaignManager: true }))).toEqual({
      go: 'path',
      path: '/campaignManagement',
    });
    expect(homeFor(roles({ isCampaign: true }))).toEqual(NOT_FOUND);
  });

  test('HOME-3 case-management users to the address if it is on, else nowhere', () => {
    expect(homeFor(roles(cases))).toEqual({ go: 'address', address: 'https://cases.example.com/' });
    expect(homeFor(roles({ ...cases, isCaseManagementEnabled: false }))).toEqual(NOT_FOUND);
    for (const redirectUrl of [null, '', 'javascript:alert(1)', '//evil.test', 'data:x'])
      expect(homeFor(roles({ ...cases, redirectUrl }))).toEqual(NOT_FOUND);
  });

  test.each(['isManager', 'isFinance', 'isFinanceDocument', 'isAdmin', 'isTallyAdmin'] as const)(
    'HOME-4 %s keeps them at home, with a button',
    (office) => {
      expect(homeFor(roles({ ...cases, isCampaign: true, isCampaignManager: true, [office]: true }))).toEqual({
        go: 'stay',
      });
      const buttons = labels({ ...cases, isCampaign: true, isCampaignManager: true, [office]: true }).flat();
      expect(buttons).toContain('Campaign Management');
      expect(buttons).toContain('Case Management');
    },
  );

  test('HOME-1 everybody else stays', () => {
    expect(homeFor(nobody)).toEqual({ go: 'stay' });
  });

  test('HOME-5 a failed lookup leads nowhere, but offline the last known roles are used, or what everybody has', () => {
    expect(homeAfterFailure(false, nobody)).toEqual(NOT_FOUND);
    expect(homeAfterFailure(true, null)).toEqual({ go: 'stay' });
    expect(homeAfterFailure(true, roles({ isManager: true }))).toEqual({ go: 'stay' });
    expect(homeAfterFailure(true, roles({ isCampaign: true }))).toEqual(NOT_FOUND);
  });
});

describe('what home offers', () => {
  const user = ['User', 'Raise Travel Request', 'Raise Travel Expense', 'Raise Local Expense'];
  test.each<[string, Partial<RoleFlags>, string[][]]>([
    ['an employee', {}, []],
    [
      'a manager',
      { isManager: true },
      [['Manager', 'Approve Travel Request', 'Approve Travel Expense', 'Approve Local Expense', 'My Line']],
    ],
    ['finance', { isFinance: true }, [['Finance', 'View Travel Expense', 'View Local Expense', 'Download Report']]],
    ['finance documents', { isFinanceDocument: true }, [['Documents', 'Upload Document', 'View Tally']]],
    ['tally', { isTallyAdmin: true }, [['Tally', 'View Tally']]],
    ['an admin', { isAdmin: true }, [['Admin', 'View Travel Request', 'Exceptional Dates']]],
    [
      'an organisation admin',
      { isOrgAdmin: true },
      [
        [
          'Organisation',
          'Organisation',
          'People',
          'Provisioning',
          'Integrations',
          'Expense Policy',
          'Audit Log',
          'Retention',
        ],
      ],
    ],
    [
      'documents and tally',
      { isFinanceDocument: true, isTallyAdmin: true },
      [['Documents', 'Upload Document', 'View Tally']],
    ],
    [
      'a campaign user who is an admin',
      { isAdmin: true, isCampaign: true },
      [['Admin', 'View Travel Request', 'Exceptional Dates']],
    ],
  ])('HOME-6 %s', (_, flags, blocks) => {
    expect(labels(flags)).toEqual([user, ...blocks]);
  });

  test('DEL-11 a block for each manager one stands in for, after the own queues; who stands in stays at home', () => {
    const standsInFor = [{ email: 'ravi@example.com', name: 'Ravi Menon' }];
    const titles = (flags: Partial<RoleFlags>) => homeBlocks(roles(flags)).map(({ title }) => title);
    expect(titles({ standsInFor })).toEqual(['User', 'For Ravi Menon']);
    expect(titles({ standsInFor, isManager: true, isFinance: true })).toEqual([
      'User',
      'Manager',
      'For Ravi Menon',
      'Finance',
    ]);
    expect(homeBlocks(roles({ standsInFor }))[1]?.buttons[2]).toEqual({
      label: 'Approve Local Expense',
      route: '/approve-local',
      findByEmail: 'ravi@example.com',
    });
    expect(homeFor(roles({ standsInFor, isCampaign: true }))).toEqual({ go: 'stay' });
  });

  test('HOME-6 every button has a route and no two lead to the same one', () => {
    const flags = fc.record(
      Object.fromEntries(
        Object.entries({ ...nobody, isOrgAdmin: false }).map(([key, value]) => [
          key,
          value === null ? fc.constantFrom(null, 'https://cases.example.com') : fc.boolean(),
        ]),
      ),
    ) as unknown as fc.Arbitrary<RoleFlags>;
    fc.assert(
      fc.property(flags, (each) => {
        const routes = homeBlocks(each).flatMap(({ buttons }) => buttons.map(({ route }) => route));
        expect(routes.every((route) => /^\/[a-zA-Z/-]+$/.test(route))).toBe(true);
        expect(new Set(routes).size).toBe(routes.length);
      }),
    );
  });
});

describe('DEL-11 what waits for those one stands in for', () => {
  const counts: PendingCounts = {
    own: { trips: 0, travel: 0, local: 0, conveyance: 0 },
    manager: { trips: 1, travel: 0, local: 0, conveyance: 0 },
    finance: null,
    admin: null,
    enquiries: { toAnswer: 0, toClose: 0 },
    standsInFor: [{ email: 'ravi@example.com', trips: 2, travel: 3, local: 4, conveyance: 5 }],
  };
  test('each queue by itself, and all together on a phone', () => {
    expect(pendingCountOf('/approve-travel-request', counts)?.count).toBe(1);
    expect(pendingCountOf('/approve-travel-request', counts, 'Ravi@example.com')?.count).toBe(2);
    expect(pendingCountOf('/approve-local', counts, 'ravi@example.com')?.count).toBe(9);
    expect(pendingCountOf('/approve-local', counts, 'meera@example.com')).toBeNull();
    expect(
      pendingCountOfAll(['/approve-travel-request', '/approve-travel-expense', '/approve-local'], counts)?.count,
    ).toBe(15);
    expect(pendingCountOf('/list-auth', { ...counts, admin: { trips: 1, cancellations: 1 } })?.count).toBe(17);
  });
});

describe('HOME-7 what waits behind a button', () => {
  const none: PendingCounts = {
    own: { trips: 0, travel: 0, local: 0, conveyance: 0 },
    manager: null,
    finance: null,
    admin: null,
    enquiries: { toAnswer: 0, toClose: 0 },
  };
  const all: PendingCounts = {
    own: { trips: 1, travel: 2, local: 3, conveyance: 4 },
    manager: { trips: 5, travel: 6, local: 7, conveyance: 8 },
    finance: { travel: 9, local: 10, conveyance: 11 },
    admin: { trips: 1, cancellations: 2 },
    enquiries: { toAnswer: 0, toClose: 0 },
  };

  test.each<[string, number, string, boolean]>([
    ['/raise-travel-request', 1, '1 waiting for approval', false],
    ['/raise-travel-expense', 2, '2 waiting for your manager', false],
    ['/raise-local', 7, '7 waiting for your manager', false],
    ['/approve-travel-request', 5, '5 waiting for you', true],
    ['/approve-travel-expense', 6, '6 waiting for you', true],
    ['/approve-local', 15, '15 waiting for you', true],
    ['/view-travel-expense', 9, '9 waiting for you', true],
    ['/view-local', 21, '21 waiting for you', true],
    ['/view-travel-request', 3, '1 trip and 2 cancellations waiting for you', true],
    ['/list-auth', 59, '59 waiting for you', true],
  ])('%s', (route, count, words, mine) => {
    expect(pendingCountOf(route, all)).toEqual({ count, words, mine });
    expect(pendingCountOf(route, none)).toBeNull();
  });

  test('nothing is counted behind what is no queue', () => {
    for (const { buttons } of homeBlocks({ ...nobody, isFinance: true, isFinanceDocument: true })) {
      for (const { route } of buttons.filter(({ label }) => /Report|Document|Tally/.test(label)))
        expect(pendingCountOf(route, all)).toBeNull();
    }
  });

  test('MGR-27 several screens are counted together, and what one waits for oneself is not', () => {
    const queues = ['/approve-travel-request', '/approve-travel-expense', '/approve-local'];
    expect(pendingCountOfAll([...queues, '/raise-local'], all)).toEqual({
      count: 26,
      words: '26 waiting for you',
      mine: true,
    });
    expect(pendingCountOfAll(queues, none)).toBeNull();
  });

  test('an admin with one cancellation alone is told of that', () => {
    expect(pendingCountOf('/view-tally-service', { ...none, tally: { toPost: 12, failed: 1 } })).toEqual({
      count: 13,
      words: '12 claims to post and 1 failed voucher',
      mine: true,
    });
    expect([
      pendingCountOf('/view-tally-service', none),
      pendingCountOf('/view-tally-service', { ...none, tally: { toPost: 0, failed: 0 } }),
    ]).toEqual([null, null]);
    expect(pendingCountOf('/view-travel-request', { ...none, admin: { trips: 0, cancellations: 1 } })).toEqual({
      count: 1,
      words: '1 cancellation waiting for you',
      mine: true,
    });
  });
});
