import { policies as policiesSchema, type Policy, type PolicyVersion } from '#contract/policy.ts';
import { judgeLocalExpenseDay, parseLocalExpense } from '#domain/claim.ts';
import { addDays, millisOfDay, type Day } from '#domain/dates.ts';
import { policyFindings, policyWarning, type JudgedClaim } from '#domain/policy.ts';
import { SPECIFICATION } from '#domain/policyVersions.ts';
import { judgeTravelClaim, parseTravelExpense } from '#domain/travelExpense.ts';
import { versionsNeeded } from '#server/modules/expensePolicy/queries.ts';
import { countingFor } from '#server/modules/expensePolicy/versions.ts';
import { fc } from './property.ts';

/** Random claims under random histories of the policy, as a phone and the server judge them (POL-3, POL-4, POL-9). */

const ZONE = 'Asia/Kolkata';
/** The day on which everything is saved. */
export const SAVED = '2026-11-15';
const at = millisOfDay(SAVED, ZONE) + 43_200_000;

const CITIES = ['Mumbai', 'Pune', 'Shimla'];
const GRADES = ['E1', 'M1', ''];
const rupees = fc.integer({ min: 1, max: 2_000 });
const over = fc.constantFrom('REFUSE' as const, 'WARN' as const);

const somePolicy: fc.Arbitrary<Policy> = fc.record({
  food: fc.record({ amount: fc.option(rupees), over }),
  reach: fc.record({
    days: fc.integer({ min: 1, max: 300 }),
    over,
    yearOpenUntil: fc.option(fc.integer({ min: 1, max: 12 })),
    yearFrom: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  }),
  rates: fc.constant(SPECIFICATION.rates),
  largest: fc.record({ amount: rupees, over }),
  bill: fc.record({ least: fc.integer({ min: 0, max: 2_000 }), without: over }),
  types: fc.constantFrom([], [{ name: 'Parking', as: 'OTHERS' as const }], [{ name: 'Toll', as: 'OTHER' as const }]),
  daily: fc.array(
    fc.record({
      what: fc.constantFrom('FOOD' as const, 'ACCOMMODATION' as const),
      grade: fc.constantFrom('E1', 'M1', null),
      tier: fc.constantFrom('X' as const, 'Y' as const, 'Z' as const, null),
      amount: rupees,
      over,
    }),
    { maxLength: 3 },
  ),
  tiers: fc.constantFrom({ X: [], Y: [] }, { X: ['Mumbai'], Y: ['Pune'] }),
  holidays: fc.constant([]),
});

/** Versions from a year ago to a month ahead; `late`: made after the claim was saved. */
const someVersions = fc.uniqueArray(
  fc.record({ from: fc.integer({ min: -365, max: 30 }), policy: somePolicy, late: fc.boolean() }),
  { selector: ({ from }) => from, maxLength: 6 },
);

const someClaim = fc.record({
  kind: fc.constantFrom('local' as const, 'travel' as const),
  back: fc.oneof(fc.integer({ min: -3, max: 40 }), fc.integer({ min: 0, max: 340 })),
  rupees,
  bills: fc.integer({ min: 0, max: 2 }),
  local: fc.constantFrom('OTHERS', 'MOBILE_BILL'),
  travel: fc.constantFrom('FOOD', 'ACCOMMODATION', 'OTHER', 'CONVEYANCE'),
  further: fc.constantFrom(undefined, 'Parking', 'Toll'),
  grade: fc.constantFrom(...GRADES),
  city: fc.constantFrom(...CITIES),
  others: fc.integer({ min: 0, max: 1_500 }),
  exceptional: fc.option(fc.integer({ min: 0, max: 340 })),
});

export const scene = fc.record({ versions: someVersions, claim: someClaim });
export type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;

const FIRST: PolicyVersion = {
  policyId: 'POL0',
  effectiveFrom: '0001-01-01',
  policy: SPECIFICATION,
  madeAt: 0,
  updatedAt: 0,
};

/** The server's versions, the earliest first. */
export const historyOf = ({ versions }: Pick<Scene, 'versions'>): PolicyVersion[] => [
  FIRST,
  ...versions
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, policy, late }, index) => ({
      policyId: `POL${index + 1}`,
      effectiveFrom: addDays(SAVED, from),
      policy,
      madeAt: late ? at + 1 : at - 1,
      updatedAt: at,
    })),
];

/** What a judge says: messages by field, and the warning of what passes. */
export interface Judgement {
  errors: Record<string, string>;
  warning: string | null;
}

/** The claim as a body, and as what is judged of it beside. */
function judge({ claim }: Scene, policies: readonly PolicyVersion[]): Judgement {
  const day = addDays(SAVED, -claim.back);
  const exceptional = claim.exceptional === null ? null : addDays(SAVED, -claim.exceptional);
  const place = { grade: claim.grade, city: claim.city };
  const type = claim.kind === 'local' ? claim.local : claim.travel;
  const body = {
    [claim.kind === 'local' ? 'localExpenseType' : 'travelExpenseType']: type,
    ...(claim.further !== undefined && { furtherType: claim.further }),
    expenseDate: millisOfDay(day, ZONE),
    claimAmount: String(claim.rupees),
    remarks: 'Why',
    billUrl: ['a', 'b'].slice(0, claim.bills).map((letter) => letter.repeat(64)),
  };
  const context = { today: SAVED, timeZone: ZONE, creating: true, policies };
  const trip = {
    managerApprovalStatus: 'MANAGER_APPROVED',
    adminApprovalStatus: 'ADMIN_APPROVED',
    startDay: addDays(SAVED, -400),
    endDay: addDays(SAVED, 10),
  } as const;
  const parsed =
    claim.kind === 'local' ? parseLocalExpense(body, context) : parseTravelExpense(body, { ...context, place });
  const ofDay =
    claim.kind === 'local'
      ? judgeLocalExpenseDay(day, SAVED, policies)
      : judgeTravelClaim(trip, day, SAVED, exceptional, policies);
  const judged: JudgedClaim = {
    kind: claim.kind,
    type,
    day,
    paise: claim.rupees * 100,
    bills: claim.bills,
    otherPaise: claim.others * 100,
    savedDay: SAVED,
    exceptional,
    ...place,
  };
  const findings = policyFindings(judged, policies).filter((finding) => finding.over === 'REFUSE');
  const errors: Record<string, string> = {
    ...Object.fromEntries(findings.map(({ field, message }) => [field, message])),
    ...(!ofDay.ok && { expenseDate: ofDay.message }),
    ...(parsed.ok ? {} : parsed.errors),
  };
  return { errors, warning: Object.keys(errors).length === 0 ? policyWarning(judged, policies) : null };
}

/** What of a judgement two must agree on: of a claim that is too old its day, whatever else is wrong with it. */
export const outcomeOf = ({ errors, warning }: Judgement): Judgement =>
  errors['expenseDate'] === undefined
    ? { errors, warning }
    : { errors: { expenseDate: errors['expenseDate'] }, warning: null };

/** The server judges what arrives by the versions that there were when it was saved. */
export const onServer = (each: Scene): Judgement =>
  judge(each, countingFor({ version: 1, versions: historyOf(each) }, { saved: { at, today: SAVED, createdAt: at } }));

/** A phone judges by what it was told before, through JSON and the contract, and has no others. */
export function onPhone(each: Scene): Judgement {
  const { exceptional } = each.claim;
  const known = historyOf(each).filter(({ madeAt }) => madeAt <= at);
  const told = versionsNeeded(known, {
    today: SAVED,
    exceptionalDate: exceptional === null ? null : addDays(SAVED, -exceptional),
  });
  const answer = policiesSchema.parse(JSON.parse(JSON.stringify({ version: 1, grade: '', versions: told })));
  return judge(each, answer.versions);
}

/** The policy in effect, read off the scene by itself. */
function inEffect({ versions }: Scene, day: Day): Policy {
  let found = SPECIFICATION;
  let from = -Infinity;
  for (const version of versions) {
    if (version.late || addDays(SAVED, version.from) > day || version.from <= from) continue;
    [found, from] = [version.policy, version.from];
  }
  return found;
}

/** The first day of the years that are open in SAVED's month, by counting months: the last one while it is open. */
function openFrom(yearFrom: number, openUntil: number): Day {
  const first = (monthsAgo: number): Day => {
    const month = 2026 * 12 + 10 - monthsAgo;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  };
  let monthsAgo = 0;
  let open = false;
  while (Number(first(monthsAgo).slice(5, 7)) !== yearFrom) monthsAgo += 1;
  // From this month on to the end of the running year: does the closing month come, and is it not the year's last?
  const last = ((yearFrom + 10) % 12) + 1;
  for (let ahead = 0; ahead < 12 - monthsAgo; ahead += 1)
    if (Number(first(-ahead).slice(5, 7)) === openUntil && openUntil !== last) open = true;
  return first(open ? monthsAgo + 12 : monthsAgo);
}

/** The fields of the outcome that are refused, by a second reading of the rules that shares no code with the first. */
export function expectedFields(each: Scene): string[] {
  const { claim } = each;
  const day = addDays(SAVED, -claim.back);
  const policy = inEffect(each, day);
  const { reach } = inEffect(each, SAVED);
  const wrong = new Set<string>();
  if (claim.back < 0) wrong.add('expenseDate');
  if (reach.over === 'REFUSE') {
    const saved = claim.exceptional !== null && claim.back <= claim.exceptional;
    const tooOld = claim.back > reach.days;
    const closed = reach.yearOpenUntil !== null && day < openFrom(reach.yearFrom ?? 4, reach.yearOpenUntil);
    if (claim.kind === 'local' ? tooOld || closed : tooOld && !saved) wrong.add('expenseDate');
  }
  const type = claim.kind === 'local' ? claim.local : claim.travel;
  if (claim.further !== undefined && !policy.types.some(({ name, as }) => name === claim.further && as === type))
    wrong.add(claim.kind === 'local' ? 'localExpenseType' : 'travelExpenseType');
  if (policy.largest.over === 'REFUSE' && claim.rupees > policy.largest.amount) wrong.add('claimAmount');
  if (policy.bill.without === 'REFUSE' && claim.bills === 0 && claim.rupees >= policy.bill.least) wrong.add('billUrl');
  if (claim.kind === 'travel' && (type === 'FOOD' || type === 'ACCOMMODATION')) {
    const tier = policy.tiers.X.includes(claim.city) ? 'X' : policy.tiers.Y.includes(claim.city) ? 'Y' : 'Z';
    const fits = policy.daily.filter(
      (limit) =>
        limit.what === type &&
        (limit.grade === null || limit.grade === claim.grade) &&
        (limit.tier === null || limit.tier === tier),
    );
    const limit =
      fits.find((one) => one.grade !== null && one.tier !== null) ??
      fits.find((one) => one.grade !== null) ??
      fits.find((one) => one.tier !== null) ??
      fits[0] ??
      (type === 'FOOD' && policy.food.amount !== null ? { amount: policy.food.amount, over: policy.food.over } : null);
    if (limit?.over === 'REFUSE' && claim.rupees + claim.others > limit.amount) wrong.add('claimAmount');
  }
  return wrong.has('expenseDate') ? ['expenseDate'] : [...wrong].toSorted();
}
