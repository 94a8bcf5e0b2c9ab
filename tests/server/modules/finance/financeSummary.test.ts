import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FINANCE_STATUSES, PRIMARY_EXPENSE_TYPE, type PrimaryExpenseType } from '#contract/enums.ts';
import type { Conveyance, LocalExpense, TravelExpense } from '#contract/expense.ts';
import { encodeListQuery, type Filters } from '#contract/query.ts';
import { afterManagerDecision } from '#domain/approval.ts';
import {
  claimOrder,
  conveyanceOrder,
  matchesClaim,
  matchesConveyance,
  matchesTravelExpense,
  travelExpenseOrder,
} from '#domain/claimSearch.ts';
import { addDays, dayOf, endOfDay, millisOfDay } from '#domain/dates.ts';
import { approvalWindowFilter } from '#domain/finance.ts';
import { toPaise, toRupees } from '#domain/money.ts';
import { statusOf, UNDECIDED } from '#domain/status.ts';
import { conveyances } from '#server/modules/conveyance/kind.ts';
import type { ClaimDefinition } from '#server/modules/claims/kind.ts';
import { localExpenses } from '#server/modules/localExpenses/commands.ts';
import { travelExpenses } from '#server/modules/travelExpenses/kind.ts';
import type { Api } from '#tests/support/api.ts';
import { FINANCE_KINDS, idOfClaim, list, type AnyClaim, type FinanceKind } from '#tests/support/finance.ts';
import { email, idOf } from '#tests/support/people.ts';
import { fc } from '#tests/support/property.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

const ZONE = 'Asia/Kolkata';
const DAY = 86_400_000;
const TODAY = dayOf(NOW, ZONE);
const EACH = 160;
const OWNERS = ['employee', 'employee2', 'employee3', 'finance'] as const;

interface Made {
  kind: ClaimDefinition;
  matches(filters: Filters, claim: AnyClaim): boolean;
  order(sort?: 'EMPLOYEE_CODE'): (a: AnyClaim, b: AnyClaim) => number;
}
const ctx = { timeZone: ZONE };
const MADE: Record<FinanceKind, Made> = {
  local: {
    kind: localExpenses,
    matches: (filters, claim) => matchesClaim(filters, claim as LocalExpense, ctx),
    order: (sort) => claimOrder(sort) as never,
  },
  travel: {
    kind: travelExpenses,
    matches: (filters, claim) => matchesTravelExpense(filters, claim as TravelExpense, ctx),
    order: (sort) => travelExpenseOrder(sort) as never,
  },
  conveyance: {
    kind: conveyances,
    matches: (filters, claim) => matchesConveyance(filters, claim as Conveyance, ctx),
    order: (sort) => conveyanceOrder(sort) as never,
  },
};

/** Claims in every state, decided from six weeks ago up to this moment. */
function rowsOf({ number, types, prefix }: ClaimDefinition) {
  const random = fc.sample(
    fc.record({
      owner: fc.nat(3),
      type: fc.nat(types.length - 1),
      manager: fc.nat(9),
      finance: fc.nat(9),
      age: fc.nat(44 * 24),
      wait: fc.nat(20 * 24),
      day: fc.nat(60),
      paise: fc.integer({ min: 200, max: 90_000_000 }),
      part: fc.integer({ min: 1, max: 100 }),
      withdrawn: fc.nat(11),
    }),
    { numRuns: EACH, seed: 11 + number },
  );
  return random.map(({ owner, type, manager, finance, age, wait, day, paise, part, withdrawn }, i) => {
    const created = NOW - (age + wait) * (DAY / 24) - i;
    const approved = manager > 1;
    const decidedAt = manager > 0 ? Math.min(NOW, created + wait * (DAY / 24)) : null;
    const amount = manager === 0 ? null : approved ? Math.max(1, Math.floor((paise * part) / 100)) : 0;
    const settled = approved && finance > 3;
    const status = settled ? (FINANCE_STATUSES[finance > 7 ? 2 : 1] ?? UNDECIDED.finance) : UNDECIDED.finance;
    return {
      id: `${prefix}${String(number)}${String(i).padStart(19, '0')}`,
      kind: number,
      owner_id: idOf(OWNERS[owner] ?? 'employee'),
      manager_id: idOf('manager'),
      type: types[type] ?? '',
      expense_date: addDays(TODAY, -day),
      claim_amount: paise,
      remarks: null,
      manager_status: manager === 0 ? UNDECIDED.manager : afterManagerDecision(number, approved),
      manager_amount: amount,
      manager_remarks: null,
      manager_decided_at: decidedAt,
      manager_decided_by: decidedAt === null ? null : idOf('manager'),
      finance_status: status,
      finance_amount: settled ? (finance > 7 ? 0 : Math.max(1, (amount ?? 1) - i)) : null,
      finance_remarks: null,
      finance_decided_at: settled ? Math.min(NOW, (decidedAt ?? 0) + DAY) : null,
      finance_decided_by: settled ? idOf('finance2') : null,
      paid_on: null,
      paid_amount: null,
      payment_reference: null,
      withdrawn_at: withdrawn === 0 && !settled ? NOW : null,
      trip_id: null,
      details:
        number === PRIMARY_EXPENSE_TYPE.conveyance
          ? JSON.stringify({
              externalId: `S${i}`,
              clientName: 'Kaveri Foods',
              fromLocation: 'A',
              toLocation: 'B',
              distance: 4.5,
              limit: null,
            })
          : '{}',
      version: 1,
      creation_key: null,
      created_at: created,
      updated_at: NOW,
    };
  });
}

let server: TestServer;
let finance: Api;
/** All that finance may see of each kind. */
const all = {} as Record<FinanceKind, AnyClaim[]>;
beforeAll(async () => {
  server = await startServer();
  finance = await server.as('finance');
  for (const kind of FINANCE_KINDS) {
    await server.database.db.insertInto('claims').values(rowsOf(MADE[kind].kind)).execute();
    all[kind] = await everything(kind, {});
  }
});
afterAll(() => server.close());

async function everything(kind: FinanceKind, filters: Filters, sort?: 'EMPLOYEE_CODE'): Promise<AnyClaim[]> {
  const found: AnyClaim[] = [];
  for (let pageNumber = 0; ; pageNumber += 1) {
    const { content, totalElements } = (
      await list(finance, kind, `&${encodeListQuery({ pageSize: 100, pageNumber, filters, sort })}`)
    ).results;
    found.push(...content);
    if (content.length < 100) {
      expect(found).toHaveLength(totalElements);
      return found;
    }
  }
}

const moment = fc.oneof(
  fc.constantFrom('', '0', String(NOW), String(endOfDay(TODAY, ZONE))),
  fc.integer({ min: -2, max: 46 }).map((days) => String(NOW - days * DAY)),
  fc.constantFrom(...[-1, 0, 4, 9, 16].map((days) => String(endOfDay(addDays(TODAY, -days), ZONE)))),
);
const range = fc.tuple(moment, moment).filter(([from, to]) => from !== '' || to !== '');
const dayRange = fc
  .tuple(fc.nat(60), fc.nat(60))
  .map(([from, to]) => [
    String(millisOfDay(addDays(TODAY, -Math.max(from, to)), ZONE)),
    String(endOfDay(addDays(TODAY, -Math.min(from, to)), ZONE)),
  ]);
const codes = (most: number) => fc.uniqueArray(fc.nat(most).map(String), { minLength: 1, maxLength: most + 1 });
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 1 });
const TYPE_FILTERS = {
  local: 'LOCAL_EXPENSE_TYPE',
  travel: 'TRAVEL_EXPENSE_TYPE',
  conveyance: 'CONVEYANCE_TYPE',
} as const;

const asked = fc.constantFrom(...FINANCE_KINDS).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    sort: fc.constantFrom(undefined, 'EMPLOYEE_CODE' as const),
    filters: fc.record({
      MANAGER_APPROVAL_STATUS: some(fc.oneof({ weight: 3, arbitrary: fc.constant(['0']) }, codes(2))),
      FINANCE_APPROVAL_STATUS: some(codes(2)),
      MANAGER_APPROVAL_DATE: some(range),
      FINANCE_APPROVAL_DATE: some(range),
      DATE_RANGE: some(dayRange),
      EMPLOYEE_EMAIL: some(
        fc.subarray(
          OWNERS.map((who) => email(who)),
          { minLength: 1 },
        ),
      ),
      EMPLOYEE_CODE: some(fc.constant(['nobody', 'KH1001', 'KH1002', 'KH1003'])),
      [TYPE_FILTERS[kind]]: some(codes(MADE[kind].kind.types.length - 1)),
    }),
  }),
);
const given = (filters: Record<string, readonly string[] | undefined>): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, values]) => values !== undefined));

/** What the strip has to say of these claims. */
function sumOf(kind: PrimaryExpenseType, claims: readonly AnyClaim[]) {
  const of = (status: string) => claims.filter((claim) => statusOf(claim.financeApprovalStatus) === status);
  const sum = (some_: readonly AnyClaim[], amount: (claim: AnyClaim) => number | null): number =>
    toRupees(some_.reduce((paise, claim) => paise + toPaise(amount(claim) ?? 0), 0));
  const [pending, accepted] = [of('pending'), of('approved')];
  return {
    PENDING_COUNT: pending.length,
    PENDING_AMOUNT: sum(pending, (claim) =>
      kind === PRIMARY_EXPENSE_TYPE.conveyance ? claim.claimAmount : claim.managerApprovedAmount,
    ),
    ACCEPTED_COUNT: accepted.length,
    ACCEPTED_AMOUNT: sum(accepted, (claim) => claim.financeApprovedAmount),
  };
}

describe('the finance lists', () => {
  it('FIN-11 hold every claim that a manager approved and nobody withdrew', () => {
    for (const kind of FINANCE_KINDS) {
      const expected = rowsOf(MADE[kind].kind).filter(
        (row) => row.manager_status === afterManagerDecision(row.kind, true) && row.withdrawn_at === null,
      );
      expect(all[kind].map(idOfClaim).toSorted()).toEqual(expected.map((row) => row.id).toSorted());
      expect(expected.length).toBeGreaterThan(EACH / 2);
    }
  });

  it('LIST-12 LIST-4 FIN-10 any query: the rows that the filters mean, in order, and their sum by status', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ kind, sort, filters: raw }) => {
        const filters = given(raw);
        const { FINANCE_APPROVAL_STATUS: _, ...others } = filters;
        const meant = (these: Filters): AnyClaim[] =>
          all[kind].filter((claim) => MADE[kind].matches(these, claim)).toSorted(MADE[kind].order(sort));
        const answer = await list(finance, kind, `&${encodeListQuery({ pageSize: 25, filters, sort })}`);
        expect(answer.results.totalElements).toBe(meant(filters).length);
        expect(answer.results.content.map(idOfClaim)).toEqual(meant(filters).slice(0, 25).map(idOfClaim));
        expect(answer.summary).toEqual(sumOf(MADE[kind].kind.number, meant(others)));
      }),
      { numRuns: 120 },
    );
  });

  it.each(FINANCE_KINDS.map((kind) => [kind] as const))(
    'FIN-6 LIST-12 %s as the screen opens: the window of every day of a month',
    async (kind) => {
      for (const today of [
        '2026-07-01',
        '2026-07-10',
        '2026-07-11',
        '2026-07-15',
        '2026-07-20',
        '2026-07-21',
        '2026-07-31',
      ]) {
        const window = { MANAGER_APPROVAL_STATUS: ['0'], MANAGER_APPROVAL_DATE: approvalWindowFilter(today, ZONE) };
        const { results, summary } = await list(
          finance,
          kind,
          `&${encodeListQuery({ filters: { ...window, FINANCE_APPROVAL_STATUS: ['1'] } })}`,
        );
        const inside = all[kind].filter((claim) => MADE[kind].matches(window, claim));
        expect(summary).toEqual(sumOf(MADE[kind].kind.number, inside));
        expect(results.totalElements).toBe(summary.PENDING_COUNT);
      }
    },
  );
});
