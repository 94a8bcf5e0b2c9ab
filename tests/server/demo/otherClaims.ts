import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  CONVEYANCE_TYPES,
  PRIMARY_EXPENSE_TYPE,
  TALLY_STATUSES,
  TRAVEL_EXPENSE_TYPES,
  type ConveyanceType,
} from '#contract/enums.ts';
import { FOOD_LIMIT_RUPEES } from '#contract/limits.ts';
import { conveyanceCan, reimbursement } from '#domain/conveyance.ts';
import { dayOf } from '#domain/dates.ts';
import { type Database } from '#server/platform/database/open.ts';
import { personIdOf } from '#server/demo/people.ts';
import { TIME_ZONE, DAY, NOW } from './organisationFixtures.ts';

const stateOf = (claim: {
  withdrawn_at: number | null;
  paid_on: string | null;
  finance_decided_at: number | null;
  finance_status: string;
  manager_status: string;
}): string =>
  claim.withdrawn_at !== null
    ? 'withdrawn'
    : claim.paid_on !== null
      ? 'paid'
      : claim.finance_decided_at !== null
        ? claim.finance_status
        : claim.manager_status;

/** The tests of travel claims, conveyance and batches: in the file that has seeded, since that takes long. */
export function otherClaims(there: () => Database): void {
  const claimsOfKind = (kind: number) => there().db.selectFrom('claims').selectAll().where('kind', '=', kind);
  const waitingFor = async (kind: number) =>
    (
      await claimsOfKind(kind)
        .where('manager_id', '=', personIdOf('manager'))
        .where('manager_status', '=', 'MANAGER_PENDING')
        .where('withdrawn_at', 'is', null)
        .execute()
    ).length;

  describe('travel claims', () => {
    const TRAVEL = PRIMARY_EXPENSE_TYPE.travel;
    const withTrips = () =>
      there()
        .db.selectFrom('claims')
        .innerJoin('trips', 'trips.id', 'claims.trip_id')
        .selectAll('claims')
        .select([
          'trips.start_date',
          'trips.end_date',
          'trips.owner_id as traveller',
          'trips.manager_status as trip_manager',
          'trips.admin_status',
          'trips.cancellation_status',
          'trips.admin_decided_at',
        ])
        .where('claims.kind', '=', TRAVEL)
        .execute();

    test('`employee` has them in every state and of every type, and some wait for `manager`', async () => {
      const own = await claimsOfKind(TRAVEL).where('owner_id', '=', personIdOf('employee')).execute();
      expect([...new Set(own.map(stateOf))].toSorted()).toEqual([
        'FINANCE_APPROVED',
        'FINANCE_REJECT',
        'MANAGER_APPROVED',
        'MANAGER_PENDING',
        'MANAGER_REJECT',
        'paid',
        'withdrawn',
      ]);
      expect(new Set(own.map((claim) => claim.type))).toEqual(new Set(TRAVEL_EXPENSE_TYPES));
      expect(await waitingFor(TRAVEL)).toBeGreaterThanOrEqual(5);
    });

    test(
      'TRV-1 TRV-2 TRIP-8 each could be filed: on a day of its owner’s trip, ' + 'after both had approved it',
      async () => {
        const claimed = await withTrips();
        expect(claimed).toHaveLength((await claimsOfKind(TRAVEL).execute()).length);
        for (const claim of claimed) {
          expect([claim.traveller, claim.trip_manager, claim.admin_status, claim.cancellation_status]).toEqual([
            claim.owner_id,
            'MANAGER_APPROVED',
            'ADMIN_APPROVED',
            'NOT_INITIATED',
          ]);
          expect(claim.expense_date >= claim.start_date && claim.expense_date <= claim.end_date).toBe(true);
          expect(claim.created_at).toBeGreaterThan(claim.admin_decided_at ?? NOW);
        }
      },
    );

    test('FOOD-2 nobody ate for more than the limit on a day, and `employee` is near it on a trip of now', async () => {
      const { rows } = await sql<{ owner: string; day: string; paise: number }>`
        select owner_id as owner, expense_date as day, sum(claim_amount)::bigint as paise from claims
        where kind = 2 and type = 'FOOD' and withdrawn_at is null and manager_status <> 'MANAGER_REJECT'
        group by 1, 2`.execute(there().db);
      for (const row of rows) expect(row.paise).toBeLessThanOrEqual(FOOD_LIMIT_RUPEES * 100);
      const near = rows.find((row) => row.owner === personIdOf('employee') && row.day === dayOf(NOW - DAY, TIME_ZONE));
      expect(near?.paise).toBe(71_000);
    });
  });

  describe('conveyance', () => {
    const KIND = PRIMARY_EXPENSE_TYPE.conveyance;
    const own = () => claimsOfKind(KIND).where('owner_id', '=', personIdOf('employee')).execute();

    test('`employee` has them in every state and of every type, and some wait for `manager`', async () => {
      expect([...new Set((await own()).map(stateOf))].toSorted()).toEqual([
        'FINANCE_APPROVED',
        'FINANCE_REJECT',
        'MANAGER_APPROVED',
        'MANAGER_PENDING',
        'MANAGER_REJECT',
        'paid',
      ]);
      expect(new Set((await own()).map((claim) => claim.type))).toEqual(new Set(CONVEYANCE_TYPES));
      expect(await waitingFor(KIND)).toBeGreaterThanOrEqual(5);
    });

    test('CNV-1 one that can be edited and one of one’s own car that cannot', async () => {
      const may = (type: string) =>
        own().then((rows) =>
          rows
            .filter((claim) => claim.type === type)
            .map(
              (claim) =>
                conveyanceCan.edit({
                  managerApprovalStatus: claim.manager_status,
                  financeApprovalStatus: claim.finance_status,
                  conveyanceType: claim.type as ConveyanceType,
                  withdrawn: false,
                }).ok,
            ),
        );
      expect(await may('CAB')).toContain(true);
      expect(new Set(await may('SELF_CAR'))).toEqual(new Set([false]));
    });

    test('CNV-3 one’s own vehicle is paid by distance and rate; each trip of the sales app is one claim', async () => {
      const rows = await claimsOfKind(KIND).execute();
      expect(new Set(rows.map((claim) => claim.details['externalId'])).size).toBe(rows.length);
      for (const claim of rows) {
        const computed = reimbursement(claim.type as ConveyanceType, Number(claim.details['distance']));
        if (computed !== null) expect([claim.claim_amount, claim.details['limit']]).toEqual([computed, computed]);
      }
    });
  });

  describe('what went to Tally', () => {
    const batches = () => there().db.selectFrom('tally_batches').selectAll().execute();

    test(
      'TALLY-1 a batch in each state, one of a sheet and one of several kinds, ' + 'each after its approvals',
      async () => {
        const rows = await batches();
        expect(new Set(rows.map((row) => row.status))).toEqual(new Set(TALLY_STATUSES));
        expect([new Set(rows.map((row) => row.source)), rows.some((row) => row.kind === null)]).toEqual([
          new Set(['SCREEN', 'SHEET']),
          true,
        ]);
        const sums = await sql<{ id: string; vouchers: number; amount: number; wrong: number }>`
        select b.id, count(*)::int as vouchers, sum(v.amount)::bigint as amount,
          count(*) filter (where c.tally_batch_id <> b.id or c.tally_status <> v.status
            or c.finance_amount <> v.amount or c.finance_status <> 'FINANCE_APPROVED'
            or c.finance_decided_at > b.created_at)::int as wrong
        from tally_batches b join tally_vouchers v on v.batch_id = b.id join claims c on c.id = v.claim_id
        group by b.id`.execute(there().db);
        expect(sums.rows.map(({ id, vouchers, amount }) => [id, vouchers, amount]).toSorted()).toEqual(
          rows.map(({ id, vouchers, amount }) => [id, vouchers, amount]).toSorted(),
        );
        expect(sums.rows.map(({ wrong }) => wrong)).toEqual(rows.map(() => 0));
        for (const row of rows) expect([row.created_at <= row.updated_at, row.updated_at <= NOW]).toEqual([true, true]);
      },
    );

    test('TALLY-2 something of each kind is left to be chosen', async () => {
      const left = await there()
        .db.selectFrom('claims')
        .select('kind')
        .distinct()
        .where('finance_status', '=', 'FINANCE_APPROVED')
        .where('tally_batch_id', 'is', null)
        .where('withdrawn_at', 'is', null)
        .orderBy('kind')
        .execute();
      expect(left.map(({ kind }) => kind)).toEqual([0, 1, 2]);
    });
  });
}
