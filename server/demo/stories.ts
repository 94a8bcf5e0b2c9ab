import { PRIMARY_EXPENSE_TYPE, type PrimaryExpenseType } from '#contract/enums.ts';
import { addDays, dayOf, millisOfDay, type Day } from '#domain/dates.ts';
import type { DemoPerson } from './people.ts';
import { mobileBill, purchase, type Purchase } from './catalogue.ts';
import type { Random } from './random.ts';
import type { ConveyanceDetails } from '#server/modules/claims/index.ts';

/** What happened to one claim, in order. Moments are epoch milliseconds, amounts paise. */
export interface Step {
  action:
    | 'create'
    | 'intake'
    | 'edit'
    | 'manager-approve'
    | 'manager-reject'
    | 'finance-approve'
    | 'finance-reject'
    | 'pay'
    | 'withdraw';
  at: number;
  actor: string;
  paise?: number;
  remarks?: string | null;
  reference?: string;
  /** Taken over from earlier books, which named nobody. */
  nameless?: true;
}

export interface Story {
  kind: PrimaryExpenseType;
  owner: DemoPerson;
  /** Of a travel claim. */
  tripId?: string;
  /** Of conveyance. */
  details?: ConveyanceDetails;
  day: Day;
  purchase: Purchase;
  /** A second paper: the slip of the card payment. */
  withSlip: boolean;
  steps: Step[];
}

/** How many claims each of the named people has; `newcomer` has none, everybody else a few. */
const HOW_MANY: Readonly<Record<string, number>> = {
  employee: 212,
  employee2: 40,
  employee3: 30,
  manager: 24,
  manager2: 12,
  director: 12,
  finance: 7,
  finance2: 5,
  'finance-docs': 3,
  admin: 5,
  tally: 3,
  'campaign-manager': 4,
  'campaign-manager2': 2,
  'campaign-user': 3,
  'case-user': 2,
  newcomer: 0,
};
/** The newest few of a person's claims that nobody has decided yet, where it is not left to chance. */
const WAITING: Readonly<Record<string, number>> = {
  employee: 16,
  employee2: 11,
  employee3: 6,
  director: 3,
  manager: 3,
};
const TEAM_OF_MANAGER_WAITING = 3;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How far back claims go: inside the 90 days, so that each could have been raised. */
const SPAN_DAYS = 88;

const PARTLY = ['Limited to the plan amount', 'Snacks part not allowed', 'Paid as per policy limit'];
const REJECTED = [
  'Bill is not readable, please raise again',
  'This is a personal expense',
  'Already claimed last month',
  'Please attach the GST bill',
  'Wrong amount, bill shows less',
];
const FINANCE_REJECTED = [
  'GST number missing on the bill',
  'Bill is in another company’s name',
  'Not covered by the policy',
  'Bill date does not match',
];
const WELL_DONE = ['Ok', 'Approved', 'Approved, bill is clear', 'Fine'];

/** A moment on a working day after `from`: `days` later, between half past nine and seven. */
function officeMoment(random: Random, from: number, days: number, timeZone: string): number {
  let day = addDays(dayOf(from, timeZone), days);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0) day = addDays(day, 1);
  if (weekday === 6) day = addDays(day, 2);
  const moment =
    millisOfDay(day, timeZone) + 9.5 * HOUR + random.between(0, 9 * 60) * 60_000 + random.between(0, 59_999);
  return moment > from ? moment : from + random.between(30, 200) * 60_000;
}

export interface World {
  random: Random;
  now: number;
  today: Day;
  timeZone: string;
  finance: readonly string[];
}

/**
 * The later life of a claim. `waits`: nobody decides it. `given`: its fate from 0 to 1, where it is not left to chance.
 */
function laterSteps(world: World, story: Story, managerKey: string, waits: boolean, given?: number): Step[] {
  const { random, now, timeZone } = world;
  const created = story.steps[0]?.at ?? now;
  const paise = story.purchase.paise;
  const steps: Step[] = [];
  const fate = given ?? random.next();
  if (fate < 0.03 && !waits)
    return [{ action: 'withdraw', at: created + random.between(20, 2_000) * 60_000, actor: story.owner.key }];
  if (random.chance(0.06))
    steps.push({ action: 'edit', at: created + random.between(3, 50) * 60_000, actor: story.owner.key });
  if (waits) return steps;
  const decided = officeMoment(random, created, random.between(0, 4), timeZone);
  if (fate < 0.12)
    return [
      ...steps,
      { action: 'manager-reject', at: decided, actor: managerKey, paise: 0, remarks: random.pick(REJECTED) },
    ];
  const partly = random.chance(0.07) && paise > 20_000;
  const approved = partly ? Math.floor((paise * random.between(50, 90)) / 10_000) * 100 : paise;
  steps.push({
    action: 'manager-approve',
    at: decided,
    actor: managerKey,
    paise: approved,
    remarks: partly ? random.pick(PARTLY) : random.chance(0.3) ? random.pick(WELL_DONE) : null,
  });
  // Finance takes its time: every sixth claim is still there weeks later.
  const checked = officeMoment(
    random,
    decided,
    random.chance(0.17) ? random.between(30, 80) : random.between(1, 9),
    timeZone,
  );
  const actor = random.pick(world.finance.filter((key) => key !== story.owner.key && key !== managerKey));
  if (fate < 0.19)
    return [
      ...steps,
      { action: 'finance-reject', at: checked, actor, paise: 0, remarks: random.pick(FINANCE_REJECTED) },
    ];
  steps.push({
    action: 'finance-approve',
    at: checked,
    actor,
    paise: approved,
    remarks: random.chance(0.1) ? 'Within limit' : null,
  });
  const paid = officeMoment(random, checked, random.between(3, 12), timeZone);
  if (fate < 0.8)
    steps.push({
      action: 'pay',
      at: paid,
      actor: 'finance-docs',
      paise: approved,
      reference: `NEFT${dayOf(paid, timeZone).replaceAll('-', '')}${random.between(1000, 9999)}`,
    });
  return steps;
}

/**
 * Adds the later life of a claim to it: whatever would happen after `now` has not happened yet. `may`: steps that its
 * kind knows.
 */
export function live(
  world: World,
  story: Story,
  waits: boolean,
  fate?: number,
  may: (step: Step) => boolean = () => true,
): Story {
  let last = story.steps.at(-1)?.at ?? world.now;
  for (const step of laterSteps(world, story, story.owner.manager, waits, fate).filter(may)) {
    if (step.at > world.now) break;
    last = Math.max(last + 1, step.at);
    story.steps.push({ ...step, at: last });
  }
  return story;
}

const byFinance = ({ action }: Step): boolean => action === 'finance-approve' || action === 'finance-reject';
const approvedAt = ({ steps }: Story): number => steps.find(({ action }) => action === 'manager-approve')?.at ?? 0;
/** This many of the latest approvals of a kind are still with finance, whatever the day of the month. */
const BEFORE_FINANCE = 6;

/**
 * What finance finds: the latest approvals undecided, so that some came after the month's cut-off as soon as there can
 * be any; and an old decision of which nobody knows who made it.
 */
export function forFinance(stories: Story[]): Story[] {
  const approved = stories.filter((story) => approvedAt(story) > 0).toSorted((a, b) => approvedAt(b) - approvedAt(a));
  for (const { steps } of approved.slice(0, BEFORE_FINANCE)) {
    const decided = steps.findIndex(byFinance);
    if (decided >= 0) steps.splice(decided);
  }
  const old = approved
    .findLast(({ steps }) => steps.some(byFinance) && !steps.some(({ action }) => action === 'pay'))
    ?.steps.find(byFinance);
  if (old) old.nameless = true;
  return stories;
}

/** The moment, the day and who finance is, with a source of chance. */
export const worldOf = (random: Random, people: readonly DemoPerson[], now: number, timeZone: string): World => ({
  random,
  now,
  today: dayOf(now, timeZone),
  timeZone,
  finance: people.filter((person) => person.roles.includes('finance')).map((person) => person.key),
});

function storiesOf(world: World, owner: DemoPerson, index: number, count: number, waiting: number): Story[] {
  const { random, now, today, timeZone } = world;
  // Spread over the span, the newest yesterday, so that every list has something new and something old.
  const days = Array.from(
    { length: count },
    (_, i) => (count === 1 ? 2 : 1 + Math.round((i * (SPAN_DAYS - 10)) / (count - 1))) + random.between(0, 3),
  ).toSorted((a, b) => a - b);
  let mobileMonth = '';
  return days.map((daysAgo, position): Story => {
    const filed = addDays(today, -daysAgo);
    const day = addDays(filed, -Math.min(random.between(0, 6), SPAN_DAYS - daysAgo));
    const monthly = day.slice(0, 7) !== mobileMonth && Number(day.slice(8)) > 4;
    if (monthly) mobileMonth = day.slice(0, 7);
    const created = Math.min(
      millisOfDay(filed, timeZone) + 8.5 * HOUR + random.between(0, 12 * 60) * 60_000 + random.between(0, 59_999),
      now - DAY / 8,
    );
    const story: Story = {
      kind: PRIMARY_EXPENSE_TYPE.local,
      owner,
      day,
      purchase: monthly ? mobileBill(index, day) : purchase(random, day),
      withSlip: random.chance(0.06),
      steps: [{ action: 'create', at: created, actor: owner.key }],
    };
    return live(world, story, position < waiting);
  });
}

/**
 * Every local expense of the demo organisation, oldest first. The same seed, people, day and hour give the same claims.
 */
export function demoStories(random: Random, people: readonly DemoPerson[], now: number, timeZone: string): Story[] {
  const world = worldOf(random, people, now, timeZone);
  const stories = people.flatMap((person, index) => {
    const count = HOW_MANY[person.key] ?? random.between(2, 6);
    const waiting =
      WAITING[person.key] ?? (person.manager === 'manager' ? TEAM_OF_MANAGER_WAITING : random.between(0, 1));
    return storiesOf(world, person, index, count, waiting);
  });
  return forFinance(stories.toSorted((a, b) => (a.steps[0]?.at ?? 0) - (b.steps[0]?.at ?? 0)));
}
