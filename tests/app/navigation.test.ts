import { describe, expect, it } from 'vitest';
import { NO_ROLES } from '#data/sessionStore.ts';
import { bottomItems, sharedItems, sideGroups } from '#app/shell/navigation.ts';

const built = new Set([
  '/home',
  '/outbox',
  '/raise-local/expense',
  '/approve-travel-request',
  '/approve-local/expense',
  '/list-auth',
]);
const exists = (path: string): boolean => built.has(path);

describe('HOME-6: navigation by role', () => {
  it('an employee has no manager’s entries', () => {
    expect(bottomItems(NO_ROLES, exists).map(({ label }) => label)).toEqual(['Home', 'Claims', 'Outbox']);
    expect(sideGroups(NO_ROLES, exists).map(({ title }) => title)).toEqual([null, 'User']);
  });

  it('INB-1: the inbox is beside the outbox where the bar has room, and always in everybody’s menu', () => {
    const all = (): boolean => true;
    expect(bottomItems(NO_ROLES, all).map(({ label }) => label)).toEqual([
      'Home',
      'Trips',
      'Claims',
      'Outbox',
      'Inbox',
    ]);
    const manager = { ...NO_ROLES, isManager: true };
    expect(bottomItems(manager, all).map(({ label }) => label)).not.toContain('Inbox');
    expect(sharedItems(all).map(({ label }) => label)).toContain('Inbox');
  });

  it('a manager has approvals; nothing leads to a screen that is not there', () => {
    const roles = { ...NO_ROLES, isManager: true, isFinance: true };
    expect(bottomItems(roles, exists).map(({ label }) => label)).toEqual(['Home', 'Claims', 'Approvals', 'Outbox']);
    const paths = sideGroups(roles, exists).flatMap(({ items }) => items.map(({ to }) => to));
    expect(paths).toEqual([
      '/home',
      '/list-auth',
      '/outbox',
      '/raise-local/expense',
      '/approve-travel-request',
      '/approve-local/expense',
    ]);
  });

  const standsInFor = [{ email: 'manager2@example.com', name: 'Meera Iyer' }];
  it.each([{ isManager: true }, { isFinance: true }, { isAdmin: true }, { standsInFor }])(
    'MGR-27 NAV-5: on a phone ‘Approvals’ leads who decides anything to all that waits, and stands for each queue: %o',
    (roles) => {
      const approvals = bottomItems({ ...NO_ROLES, ...roles }, exists).find(({ label }) => label === 'Approvals');
      expect(approvals).toMatchObject({
        to: '/list-auth',
        covers: expect.arrayContaining([
          '/approve-travel-request',
          '/approve-travel-expense',
          '/approve-local',
          '/view-travel-request',
        ]),
      });
      expect(sideGroups({ ...NO_ROLES, ...roles }, exists)[0]?.items.map(({ label }) => label)).toContain(
        'Waiting For You',
      );
    },
  );

  it('NAV-5: a person who decides nothing is not led there', () => {
    const paths = [
      ...bottomItems({ ...NO_ROLES, isTallyAdmin: true }, () => true),
      ...sideGroups({ ...NO_ROLES, isTallyAdmin: true }, () => true).flatMap(({ items }) => items),
    ].map(({ to }) => to);
    expect(paths).not.toContain('/list-auth');
  });

  it('CAMP-13: campaign managers have their campaigns in the bar and in the side, lit on each of their screens', () => {
    const roles = { ...NO_ROLES, isCampaign: true, isCampaignManager: true };
    const covers = expect.arrayContaining([
      '/createCampaign',
      '/campaign',
      '/editCampaign',
      '/rerunCampaign',
      '/campaign-analytics',
      '/campaign-overall-analytics',
    ]);
    expect(bottomItems(roles, () => true)).toContainEqual({
      label: 'Campaigns',
      to: '/campaignManagement',
      icon: 'report',
      covers,
    });
    expect(sideGroups(roles, () => true).find(({ title }) => title === 'Campaigns')?.items).toEqual([
      { label: 'Campaign Management', to: '/campaignManagement', icon: 'report', covers },
    ]);
    expect(bottomItems({ ...roles, isManager: true }, () => true).map(({ label }) => label)).toEqual([
      'Home',
      'Trips',
      'Claims',
      'Approvals',
      'Outbox',
    ]);
    expect(bottomItems({ ...NO_ROLES, isCampaign: true }, () => true).map(({ label }) => label)).not.toContain(
      'Campaigns',
    );
  });

  it('phones show at most five, however many screens there are', () => {
    expect(bottomItems({ ...NO_ROLES, isManager: true }, () => true).length).toBeLessThanOrEqual(5);
  });

  it('TALLY-1: every Tally screen stands under ‘View Tally’', () => {
    const items = sideGroups({ ...NO_ROLES, isTallyAdmin: true }, () => true).flatMap((group) => group.items);
    expect(items.find(({ label }) => label === 'View Tally')?.covers).toEqual([
      '/tally-data',
      '/tally-detail-service',
      '/home/tally-ledgers',
    ]);
  });
});
