import { expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { QUEUED } from '#contract/queued.ts';

const entries: Endpoint[] = Object.values(ENDPOINTS);
const OF_THE_ORGANISATION = /^\/api\/v1\/(?:people|policy|organisation)(?:\/|$)/;
/** One bill, of a record that one may see. */
const OF_ONE_RECORD = new Set(['getDocument']);

/** Must such a call say whether it asks for a recent sign-in? */
const mustSay = ({ name, access, path, offline, bytes }: Endpoint): boolean =>
  access === 'session' &&
  !OF_ONE_RECORD.has(name) &&
  (bytes !== undefined || (offline !== 'read' && OF_THE_ORGANISATION.test(path)));

test('SES-44 a file, and a change of the organisation, says whether it asks for a recent sign-in', () => {
  expect(entries.filter((entry) => mustSay(entry) && entry.recentSignIn === undefined).map(({ name }) => name)).toEqual(
    [],
  );
});

test('SES-44 what reveals or changes much asks for a recent sign-in', () => {
  const asking = entries.filter(({ recentSignIn }) => recentSignIn).map(({ name }) => name);
  expect(asking.toSorted()).toEqual([
    'addGstKey',
    'changeManager',
    'confirmRoles',
    'createApiKey',
    'createIdentityProvider',
    'createPerson',
    'createPolicy',
    'createProvisioningToken',
    'createWebhook',
    'downloadAudit',
    'downloadConveyance',
    'downloadDetailedReport',
    'downloadExpenseExcel',
    'downloadGstCredits',
    'downloadLocalExpenses',
    'downloadSummarizedReport',
    'downloadTravelExpenses',
    'endApiKey',
    'endGstKey',
    'endPersonSessions',
    'endProvisioningToken',
    'endWebhook',
    'erasePerson',
    'exportTallyBatch',
    'getHeldOnPerson',
    'importPeople',
    'leavePerson',
    'liftHold',
    'moveToIdentityProvider',
    'removeIdentityProvider',
    'removePolicy',
    'renameOrganisation',
    'resetSignIn',
    'returnPerson',
    'rotateWebhookSecret',
    'saveGstins',
    'saveRetention',
    'sendWebhooksAgain',
    'setHold',
    'signedReportUrl',
    'tryWebhook',
    'updateIdentityProvider',
    'updatePerson',
    'updatePolicy',
    'updateProvisionedGroup',
    'updateWebhook',
    'uploadExpenses',
    'uploadPayments',
  ]);
});

test('SES-44 calls of one address ask alike, each with a session, and none of them waits on a device', () => {
  const asking = entries.filter(({ recentSignIn }) => recentSignIn);
  for (const entry of asking) {
    const twins = entries.filter(({ method, path }) => method === entry.method && path === entry.path);
    expect(
      twins.every(({ recentSignIn }) => recentSignIn),
      entry.name,
    ).toBe(true);
    expect(entry.access, entry.name).toBe('session');
    expect(entry.offline, entry.name).not.toBe('queue');
    expect(Object.keys(QUEUED), entry.name).not.toContain(entry.name);
  }
});
