import { beforeEach, describe, expect, it } from 'vitest';
import { writeToken } from '#data/cookies.ts';
import { searchConveyance } from '#contract/calls/conveyance.ts';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { searchEnquiries } from '#contract/calls/records.ts';
import { searchTravelTrips } from '#contract/calls/travelExpenses.ts';
import { answerFromDevice, pageOfRows } from '#data/localAnswer.ts';
import { keepKey } from '#data/keys.ts';
import { forgetPerson } from '#data/person.ts';
import { keepAnswer, keepRows, storedAnswer, storedRows } from '#data/readCache.ts';
import { NO_ROLES, setSession } from '#data/sessionStore.ts';

const EMAIL = 'employee@example.com';
const SECRET = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const secretsOf = (secret: string) => ({ secrets: [secret], faceSecrets: [], formerEmails: [], soleAddress: true });
const claim = (n: number, managerApprovalStatus = 'MANAGER_PENDING') => ({
  expenseId: `EXP${n}`,
  userEmail: EMAIL,
  employeeName: 'Asha',
  employeeCode: 'E1',
  managerEmail: 'manager@example.com',
  expenseDate: n * 86_400_000,
  creationDate: n,
  managerApprovalStatus,
  financeApprovalStatus: 'FINANCE_PENDING',
  localExpenseType: 'OTHERS',
  managerApprovalDate: null,
  financeApprovalDate: null,
});

beforeEach(async () => {
  writeToken('token');
  setSession({
    email: EMAIL,
    name: 'Asha',
    employeeCode: 'E1',
    roles: NO_ROLES,
    rolesKnown: true,
    timeZone: 'Asia/Kolkata',
  });
  await keepKey({ email: EMAIL }, secretsOf(SECRET));
});

describe('a list answered from the records on the device (LIST-4)', () => {
  it('filters, orders newest first and pages as the server does, and says how old it is', async () => {
    await keepRows('searchLocalExpenses', [claim(1), claim(3), claim(2, 'MANAGER_APPROVED')], 500, 'page 0');
    await keepRows('searchLocalExpenses', [claim(4), claim(5)], 400, 'page 1');
    const answer = await answerFromDevice<{ expenseId: string }>(searchLocalExpenses, {
      pageSize: 2,
      pageNumber: 1,
      filters: { USER_EMAIL: [EMAIL], MANAGER_APPROVAL_STATUS: ['1'] },
    });
    expect(answer).toMatchObject({ total: 4, asOf: 400, from: 'device' });
    expect(answer?.rows.map(({ expenseId }) => expenseId)).toEqual(['EXP3', 'EXP1']);
  });

  it('TRV-5: trips with their days are filtered and ordered like the server does', async () => {
    const trip = (n: number, managerApprovalStatus = 'MANAGER_APPROVED') => ({
      tripId: `TRP${n}`,
      startDate: n * 86_400_000,
      endDate: n * 86_400_000,
      fromLocation: 'Pune',
      toLocation: 'Delhi',
      managerApprovalStatus,
      adminApprovalStatus: 'ADMIN_PENDING',
      dateResponseList: [],
    });
    await keepRows('searchTravelTrips', [trip(2), trip(4, 'MANAGER_PENDING'), trip(3)], 500, 'page 0');
    const range = ['172800000', String(3 * 86_400_000)];
    const ask = async (filters: object): Promise<string[] | undefined> =>
      (
        await answerFromDevice<{ tripId: string }>(searchTravelTrips, {
          filters: { USER_EMAIL: [EMAIL], ...filters },
        })
      )?.rows.map(({ tripId }) => tripId);
    expect(await ask({})).toEqual(['TRP4', 'TRP3', 'TRP2']);
    expect(await ask({ MANAGER_APPROVAL_STATUS: ['0'] })).toEqual(['TRP3', 'TRP2']);
    expect(await ask({ DATE_RANGE: range })).toEqual(['TRP3', 'TRP2']);
  });

  it('has no answer for a list of which nothing is here', async () => {
    expect(await answerFromDevice(searchConveyance, {})).toBeNull();
    expect(await answerFromDevice(searchEnquiries, {})).toBeNull();
    expect(
      pageOfRows(
        [{ row: 1, asOf: 7 }],
        {},
        () => false,
        () => 0,
      ),
    ).toEqual({ rows: [], total: 0, asOf: 7, from: 'device' });
  });

  it('ID-1: sign-out leaves nothing that could be read, and another person sees none of it', async () => {
    await keepAnswer('hash', { secret: 1 }, 10);
    expect(await storedAnswer('hash')).toEqual({ data: { secret: 1 }, asOf: 10 });
    setSession({
      email: 'employee2@example.com',
      name: 'Imran',
      employeeCode: 'E2',
      roles: NO_ROLES,
      rolesKnown: true,
      timeZone: 'Asia/Kolkata',
    });
    await keepKey({ email: 'employee2@example.com' }, secretsOf(SECRET.replace('A', 'B')));
    expect(await storedAnswer('hash')).toBeNull();
    setSession({
      email: EMAIL,
      name: 'Asha',
      employeeCode: 'E1',
      roles: NO_ROLES,
      rolesKnown: true,
      timeZone: 'Asia/Kolkata',
    });
    await forgetPerson({ email: EMAIL });
    expect(await storedAnswer('hash')).toBeNull();
    await keepKey({ email: EMAIL }, secretsOf(SECRET));
    expect(await storedAnswer('hash')).toBeNull();
    expect(await storedRows('searchLocalExpenses')).toEqual([]);
  });
});
