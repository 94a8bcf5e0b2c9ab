import { HOLD_MS } from '#outbox/state.ts';
import type { Entry, NewEntry } from '#outbox/entry.ts';
import { judgeError } from './expectedErrors.ts';
import type { Mutant } from './mutant.ts';
import type { Fault } from './network.ts';
import { ASHA } from './phone.ts';
import { fc } from './property.ts';
import { withSeededKeys } from './seededKeys.ts';
import { World, type Tab } from './world.ts';

/** Decisions that may be taken back for a moment, in tabs and a worker, with clocks and a network that go wrong. */

const ACTS = [
  'decide',
  'decide',
  'decide',
  'takeBack',
  'takeBack',
  'drain',
  'drain',
  'retryAll',
  'retry',
  'wake',
  'wait',
  'wait',
  'clock',
  'kill',
  'open',
] as const;

export interface HoldSchedule {
  locks: boolean;
  steps: { act: (typeof ACTS)[number]; n: number; turns: number }[];
  faults: Fault[];
}

export const holdSchedules: fc.Arbitrary<HoldSchedule> = fc.record({
  locks: fc.boolean(),
  steps: fc.array(fc.record({ act: fc.constantFrom(...ACTS), n: fc.nat(999), turns: fc.constantFrom(0, 2, 9, 60) }), {
    minLength: 2,
    maxLength: 20,
  }),
  faults: fc.array(fc.constantFrom<Fault>('ok', 'ok', 'lostRequest', 'lostAnswer', 'error500', 'busyHour'), {
    maxLength: 8,
  }),
});

interface Decision {
  text: string;
  /** The true time when its maker tapped. */
  at: number;
  entry: Entry | null;
  /** 'asked': nobody heard what became of it. */
  back: 'no' | 'asked' | 'yes';
}

const decisionOn = (id: string, text: string): NewEntry => ({
  endpoint: 'managerApproveLocal',
  method: 'POST',
  url: `/api/v1/allExpense/manager-approve?primaryExpenseType=0&id=${id}`,
  body: { managerRemarks: text },
  ifMatch: 1,
  record: { kind: 'localExpense', id },
  face: { title: text },
  held: true,
});

const WAITS = [500, 1_000, 4_000, 7_900, 60_000];
const CLOCKS = [-3_600_000, -5_000, 5_000, 3_600_000];

class HoldRun {
  readonly world: World;
  readonly #decisions: Decision[] = [];
  /** When the clock was set forward, which only the tab that decided can tell from time. */
  readonly #forward: number[] = [];

  constructor({ locks, faults }: HoldSchedule, mutant: Mutant) {
    this.world = new World(locks, mutant);
    this.world.network.faults = [...faults];
  }

  #spawn(act: Promise<unknown>): void {
    act.catch((error: unknown) => judgeError(this.world, error));
  }

  async #turns(count: number, pick = 0): Promise<void> {
    await this.world.turns.settle();
    for (let turn = 0; turn < count; turn += 1) if (!(await this.world.turn(pick + turn))) return;
  }

  async #tab(n: number): Promise<Tab> {
    const { tabs } = this.world;
    return tabs[n % Math.max(tabs.length, 1)] ?? (await this.world.open(ASHA));
  }

  async #decide(tab: Tab): Promise<void> {
    const { world } = this;
    const text = `t${this.#decisions.length + 1}.0`;
    const decision: Decision = { text, at: world.trueNow, entry: null, back: 'no' };
    this.#decisions.push(decision);
    const { id } = world.server.addRecord(ASHA, `decide ${text}`);
    decision.entry = await tab.outbox.enqueue(decisionOn(id, text));
    tab.wishes.saved();
    tab.wishes.drained(await tab.outbox.drain());
  }

  async #takeBack(tab: Tab, n: number): Promise<void> {
    const open = this.#decisions.filter(({ entry, back }) => entry && back === 'no');
    const decision = open[n % Math.max(open.length, 1)];
    if (!decision?.entry) return;
    decision.back = 'asked';
    const inTime = this.world.trueNow - decision.at < HOLD_MS;
    const done = await tab.outbox.takeBack(decision.entry.id);
    decision.back = done ? 'yes' : 'no';
    const isSent = this.world.trueNow - decision.at >= HOLD_MS || this.#wasSetForward(decision.at, this.world.trueNow);
    if (inTime && !done && !isSent) this.world.wrong('OB-14', `${decision.text} could not be taken back in time`);
  }

  #wasSetForward = (from: number, to: number): boolean => this.#forward.some((at) => at >= from && at <= to);

  async step({ act, n }: HoldSchedule['steps'][number]): Promise<void> {
    const { world } = this;
    switch (act) {
      case 'decide':
        return this.#spawn(this.#decide(await this.#tab(n)));
      case 'takeBack':
        return this.#spawn(this.#takeBack(await this.#tab(n), n));
      case 'drain':
        return this.#spawn((await this.#tab(n)).outbox.drain());
      case 'retryAll': {
        const { outbox } = await this.#tab(n);
        return this.#spawn(outbox.retryAll().then(() => outbox.drain()));
      }
      case 'retry': {
        const id = this.#decisions[n % Math.max(this.#decisions.length, 1)]?.entry?.id;
        if (id !== undefined) this.#spawn((await this.#tab(n)).outbox.retry(id));
        return;
      }
      case 'wake':
        await world.wake(false);
        return;
      case 'wait':
        world.trueNow += WAITS[n % WAITS.length] ?? 0;
        return;
      case 'clock': {
        const by = CLOCKS[n % CLOCKS.length] ?? 0;
        if (by > 0) this.#forward.push(world.trueNow);
        world.skew += by;
        world.leasesHold = false;
        return;
      }
      case 'kill': {
        const tab = world.tabs[n % Math.max(world.tabs.length, 1)];
        if (tab) await world.kill(tab, n % 2 === 0);
        return;
      }
      case 'open':
        await world.open(ASHA);
    }
  }

  /** All is well again: everything that was not taken back goes out. */
  async #heal(): Promise<void> {
    const { world } = this;
    world.network.faults = [];
    await this.#turns(5_000);
    const tab = await world.open(ASHA);
    this.#spawn(tab.outbox.retryAll());
    await this.#turns(5_000);
    for (let round = 0; round < 60; round += 1) {
      let nextAt: number | null | undefined;
      this.#spawn(tab.outbox.drain().then((report) => (nextAt = report.nextAt)));
      await this.#turns(5_000);
      if (nextAt === null) return;
      // By itself a page looks again every half a minute.
      world.trueNow += Math.min(Math.max((nextAt ?? world.now()) - world.now(), 0) + 1, 30_000);
    }
    world.wrong('C7', 'something is stuck');
  }

  #check(): void {
    const { world } = this;
    for (const { text, at, entry, back } of this.#decisions) {
      const effects = world.server.effects.filter((effect) => effect.text === text);
      if (back === 'yes' && effects.length > 0) world.wrong('OB-14', `${text} was taken back, and arrived`);
      if (entry && back === 'no' && effects.length !== 1)
        world.wrong('OB-2', `${text} was saved and arrived ${effects.length} times`);
      for (const { arrived } of effects)
        if (arrived - at < HOLD_MS && !this.#wasSetForward(at, arrived))
          world.wrong('OB-14', `${text} arrived after ${arrived - at} ms`);
    }
  }

  async play(steps: HoldSchedule['steps']): Promise<string[]> {
    this.world.signIn(ASHA);
    await this.world.open(ASHA);
    for (const step of steps) {
      await this.step(step);
      await this.#turns(step.turns, step.n);
    }
    await this.#heal();
    this.#check();
    for (const tab of this.world.tabs) tab.store.close();
    return this.world.violations.map(({ rule, what }) => `${rule}: ${what}`);
  }
}

/** Plays a schedule to its end; answers what went wrong. */
export const playHolds = (schedule: HoldSchedule, mutant: Mutant = {}): Promise<string[]> =>
  withSeededKeys(0, () => new HoldRun(schedule, mutant).play(schedule.steps));
