import { describe, expect, test } from 'vitest';
import type { RoleFlags } from '#contract/user.ts';
import { homeBlocks } from '#domain/home.ts';
import { mayOpen, queueOnBehalfOf } from '#domain/screens.ts';

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
const OFFICES = ['isManager', 'isFinance', 'isFinanceDocument', 'isAdmin', 'isTallyAdmin', 'isOrgAdmin'] as const;

describe('ACC-16 who may open which screen', () => {
  test.each([
    '/home',
    '/outbox',
    '/raise-local/expense',
    '/raise-travel-request',
    '/raise-travel-expense',
    '/list',
    '/detail/EXP1/details',
    '/not-found',
    '/approve-localities',
    '/no-such-page',
  ])('%s is for everybody', (path) => {
    expect(mayOpen(path, nobody)).toBe(true);
  });

  test.each<[string, (typeof OFFICES)[number][]]>([
    ['/approve-local/expense', ['isManager']],
    ['/approve-local', ['isManager']],
    ['/approve-travel-request', ['isManager']],
    ['/approve-travel-expense', ['isManager']],
    ['/approve-local/EXP1', ['isManager']],
    ['/view-local/conveyance', ['isFinance']],
    ['/view-travel-expense', ['isFinance']],
    ['/downloadReport', ['isFinance']],
    ['/view-travel-request', ['isAdmin']],
    ['/home/upload-document', ['isFinanceDocument']],
    ['/view-tally-service', ['isFinanceDocument', 'isTallyAdmin']],
    ['/tally-data', ['isFinanceDocument', 'isTallyAdmin']],
    ['/tally-detail-service/7', ['isFinanceDocument', 'isTallyAdmin']],
    ['/home/tally-ledgers', ['isFinanceDocument', 'isTallyAdmin']],
    ['/people', ['isManager', 'isOrgAdmin']],
    ['/people/PRS1', ['isManager', 'isOrgAdmin']],
    ['/people/lines', ['isManager', 'isOrgAdmin']],
    ['/people/import', ['isOrgAdmin']],
    ['/people/provisioning', ['isOrgAdmin']],
    ['/audit', ['isOrgAdmin']],
    ['/organisation', ['isOrgAdmin']],
    ['/integrations', ['isOrgAdmin']],
    ['/policy', ['isOrgAdmin']],
    ['/audit/12', ['isOrgAdmin']],
    ['/campaignManagement', []],
    ['/campaign/1', []],
    ['/caseManagement', []],
  ])('%s is for %j alone', (path, offices) => {
    expect(mayOpen(path, nobody)).toBe(false);
    expect(OFFICES.filter((office) => mayOpen(path, { ...nobody, [office]: true }))).toEqual(offices);
  });

  test('DEL-11 a stand-in without a queue of the own is led to the manager’s', () => {
    const standIn = {
      ...nobody,
      standsInFor: [
        { email: 'ravi@example.com', name: 'Ravi' },
        { email: 'meera@example.com', name: 'Meera' },
      ],
    };
    expect(
      ['/approve-local/expense', '/approve-travel-request', '/approve-travel-expense'].map((path) =>
        queueOnBehalfOf(path, standIn),
      ),
    ).toEqual(Array.from({ length: 3 }, () => 'ravi@example.com'));
    expect(
      ['/view-local/expense', '/home', '/approve-localities'].map((path) => queueOnBehalfOf(path, standIn)),
    ).toEqual([null, null, null]);
    expect([
      queueOnBehalfOf('/approve-local', nobody),
      queueOnBehalfOf('/approve-local', { ...nobody, standsInFor: [] }),
      queueOnBehalfOf('/approve-local', { ...standIn, isManager: true }),
    ]).toEqual([null, null, null]);
  });

  test('campaigns are for campaign managers, cases for case managers', () => {
    expect(mayOpen('/campaign/1', { ...nobody, isCampaign: true })).toBe(false);
    expect(mayOpen('/campaign/1', { ...nobody, isCampaign: true, isCampaignManager: true })).toBe(true);
    expect(mayOpen('/caseManagement', { ...nobody, isCaseManagement: true })).toBe(true);
  });

  test('nobody is offered a button to a screen that would not open', () => {
    for (const roles of [
      nobody,
      ...OFFICES.map((office) => ({ ...nobody, [office]: true })),
      { ...nobody, isCampaign: true, isCampaignManager: true },
    ]) {
      for (const { buttons } of homeBlocks(roles))
        for (const { route } of buttons) expect([route, mayOpen(route, roles)]).toEqual([route, true]);
    }
  });
});
