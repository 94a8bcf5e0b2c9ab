import type { TravelDoneBy, TravelMode } from '#contract/enums.ts';
import type { DemoPerson } from './people.ts';
import type { Random } from './random.ts';

/** Which trips the demo organisation asked for, and what became of each. */

export type TripAction =
  | 'create'
  | 'edit'
  | 'tickets'
  | 'manager-approve'
  | 'manager-reject'
  | 'admin-approve'
  | 'admin-reject'
  | 'cancel'
  | 'cancel-at-once'
  | 'cancellation'
  | 'cancellation-reject'
  | 'no-show'
  | 'migrate';

export interface TripPlan {
  owner: DemoPerson;
  /** Days from today to the first day; negative: it has begun. */
  startIn: number;
  days: number;
  /** What happened after it was asked for. */
  later: readonly TripAction[];
  doneBy?: TravelDoneBy;
  traveller?: string;
  mode?: TravelMode;
  abroad?: boolean;
  tickets?: number;
}

const MA = 'manager-approve';
const AA = 'admin-approve';
/** Tickets come before the approval. */
const BOTH: readonly TripAction[] = [MA, 'tickets', AA];

type Fate = readonly [before: readonly TripAction[], future: boolean];
/** Every pair of manager's and admin's status that can be, by how it comes about. */
const FATES: Readonly<Record<string, Fate>> = {
  undecided: [['tickets'], true],
  managerApproved: [[MA], true],
  bothApproved: [BOTH, false],
  adminRejected: [[MA, 'admin-reject'], true],
  managerRejected: [['tickets', 'manager-reject'], true],
  noShow: [[...BOTH, 'no-show'], false],
};
const CANCELLATIONS: readonly (readonly TripAction[])[] = [
  [],
  ['cancel'],
  ['cancel', 'cancellation'],
  ['cancel', 'cancellation-reject'],
];

/** What one person needs to see each combination of manager's, admin's and cancellation status. */
function combinations(owner: DemoPerson, random: Random): TripPlan[] {
  return Object.entries(FATES).flatMap(([fate, [before, future]], row) =>
    CANCELLATIONS.map((cancelled, column): TripPlan => {
      const startIn = future ? 6 + row * 9 + column * 2 : -(8 + row * 7 + column * 6);
      const plan = { owner, startIn, days: random.between(1, 4) };
      // A rejected or absent traveller had asked before that for the cancellation.
      if (cancelled.length > 0 && (fate === 'managerRejected' || fate === 'noShow'))
        return { ...plan, later: [...before.slice(0, -1), 'cancel', ...before.slice(-1), ...cancelled.slice(1)] };
      if (fate === 'undecided' && cancelled.length === 0) return { ...plan, later: [] };
      return { ...plan, later: [...before, ...cancelled] };
    }),
  );
}

/** How long ago the person's exceptional date is, and the two old trips that it tells apart. */
export const EXCEPTIONAL_DAYS_AGO = 130;

function specials(owner: DemoPerson): TripPlan[] {
  return [
    { owner, startIn: -125, days: 4, later: BOTH, mode: 'TRAIN', tickets: 1 },
    { owner, startIn: -160, days: 3, later: BOTH, mode: 'AIR', tickets: 2 },
    { owner, startIn: -1, days: 4, later: BOTH, mode: 'TRAIN', tickets: 2 },
    { owner, startIn: -13, days: 3, later: BOTH, mode: 'AIR', tickets: 2 },
    { owner, startIn: -27, days: 5, later: BOTH, mode: 'TRAIN', tickets: 1 },
    { owner, startIn: -47, days: 2, later: BOTH, mode: 'BUS', tickets: 1 },
    { owner, startIn: -76, days: 4, later: ['edit', ...BOTH], mode: 'AIR', tickets: 2 },
    { owner, startIn: -34, days: 1, later: [MA, AA], mode: 'OWN_CAR' },
    {
      owner,
      startIn: -9,
      days: 2,
      later: BOTH,
      doneBy: 'CANDIDATE',
      traveller: 'Dev Patel',
      mode: 'TRAIN',
      tickets: 1,
    },
    { owner, startIn: 9, days: 1, later: [], doneBy: 'CANDIDATE', traveller: 'Nithya Suresh', mode: 'BUS' },
    { owner, startIn: 17, days: 2, later: [MA], doneBy: 'CLIENT', traveller: 'Arvind Sundaram', mode: 'AIR' },
    { owner, startIn: 24, days: 6, later: BOTH, mode: 'AIR', abroad: true, tickets: 3 },
    { owner, startIn: 4, days: 1, later: ['cancel-at-once'] },
    { owner, startIn: 11, days: 2, later: ['edit'] },
  ];
}

/**
 * A handful of trips of somebody in the team: some wait for the manager, some for the admin, some can be claimed on.
 */
function several(owner: DemoPerson, random: Random): TripPlan[] {
  return [
    { owner, startIn: random.between(5, 20), days: random.between(1, 4), later: [] },
    { owner, startIn: random.between(21, 40), days: random.between(1, 3), later: [MA] },
    { owner, startIn: random.between(-20, -5), days: random.between(1, 4), later: BOTH },
    {
      owner,
      startIn: random.between(-70, -25),
      days: random.between(1, 5),
      later: random.chance(0.7) ? BOTH : [MA, 'tickets', AA, 'cancel', 'cancellation'],
    },
  ];
}

const FATES_OF_OTHERS: readonly (readonly TripAction[])[] = [
  [],
  [MA],
  [MA],
  BOTH,
  BOTH,
  BOTH,
  ['manager-reject'],
  [MA, 'admin-reject'],
  [...BOTH, 'cancel'],
];

function few(owner: DemoPerson, random: Random): TripPlan[] {
  return Array.from({ length: random.between(0, 2) }, (): TripPlan => {
    const later = random.pick(FATES_OF_OTHERS);
    const past = later.includes(AA) && !later.includes('cancel') && random.chance(0.7);
    return {
      owner,
      startIn: past ? random.between(-80, -6) : random.between(4, 40),
      days: random.between(1, 5),
      later,
    };
  });
}

/** The plans of everybody; `newcomer` has none, and nobody decides their own. */
export function tripPlans(people: readonly DemoPerson[], random: Random): TripPlan[] {
  const plans = people.flatMap((owner): TripPlan[] => {
    if (owner.key === 'newcomer') return [];
    if (owner.key === 'employee') return [...combinations(owner, random), ...specials(owner)];
    if (owner.manager === 'manager' || owner.key === 'employee3' || owner.key === 'manager')
      return several(owner, random);
    return few(owner, random);
  });
  const notByAdmin = new Set<TripAction>(['create', 'edit', MA, 'manager-reject', 'cancel-at-once']);
  return plans.map((plan) =>
    plan.owner.roles.includes('admin')
      ? { ...plan, later: plan.later.filter((action) => notByAdmin.has(action)) }
      : plan,
  );
}
