import type { Schedule } from './schedules.ts';
import { Forms } from './forms.ts';
import { Sharing } from './sharing.ts';
import { editElsewhere, failDisk, plantNewer, restore, spoil } from './tamper.ts';
import { judgeError } from './expectedErrors.ts';
import { carrierOf, Ledger } from './ledger.ts';
import type { Tap } from './tap.ts';
import { heal } from './heal.ts';
import { hide, inPocket, sendFrom } from './pocket.ts';
import { recordFor } from './recordFor.ts';
import { Taps } from './taps.ts';
import { withSeededKeys } from './seededKeys.ts';
import { World, type Tab, type Violation } from './world.ts';
import type { Mutant } from './mutant.ts';

/** Plays a schedule: people, tabs, network and server in a world, and a ledger of what was promised. */
const PEOPLE = ['asha@example.com', 'biju@example.com'] as const;
/** One in this many claims has a bill of a special kind. */
const PHOTOS = ['bill', 'big', 'dear', 'slow', 'walled'] as const;

class Run {
  readonly world: World;
  readonly ledger: Ledger;
  readonly #schedule: Schedule;
  #pick: number;
  readonly #forms: Forms;
  readonly #sharing: Sharing;
  readonly #taps: Taps;

  constructor(schedule: Schedule, mutant: Mutant) {
    this.#schedule = schedule;
    this.#pick = schedule.seed;
    // Whatever is known to be nothing to another goes beside it: here anything may, and order is by record alone.
    this.world = new World(schedule.locks, { ...mutant, parts: { goesBeside: () => true, ...mutant.parts } });
    this.ledger = new Ledger(this.world);
    this.world.network.faults = [...schedule.faults];
    this.#sharing = new Sharing(this.world);
    this.#taps = new Taps(this.world, this.ledger, (act) => this.#spawn(act));
    this.#forms = new Forms(this.world, this.ledger, (act) => this.#spawn(act));
    // Half of all phones have a right clock, and half send what may travel together in one request.
    this.world.together = schedule.seed % 8 < 4;
    this.world.skew = [0, 0, 400, -400][schedule.seed % 4] ?? 0;
    this.world.skew *= 86_400_000;
  }

  #random(below: number): number {
    this.#pick = (Math.imul(this.#pick, 1_103_515_245) + 12_345) >>> 0;
    return (this.#pick >>> 8) % below;
  }

  async turns(count: number): Promise<void> {
    await this.world.turns.settle();
    for (let i = 0; i < count; i += 1) {
      if (!(await this.world.turn(this.#random(997)))) return;
      for (const tap of this.ledger.toCheck.splice(0)) await this.ledger.checkSaved(tap);
    }
  }

  /** Lets a person's act run beside everything else; only expected failures may come of it. */
  #spawn(act: Promise<unknown>): void {
    act.catch((error: unknown) => judgeError(this.world, error));
  }

  async #tab(n: number): Promise<Tab> {
    const { tabs, session } = this.world;
    const mine = tabs.filter(
      (tab) => !this.world.turns.isFrozen(tab) && (session === null || tab.person === session.email || n % 7 === 0),
    );
    return mine[n % Math.max(mine.length, 1)] ?? (await this.world.open(session?.email ?? PEOPLE[0]));
  }

  /** P17: the clock goes a month ahead, and another, with a claim before each, and back again. */
  async #monthsAhead(n: number): Promise<void> {
    const { world, ledger } = this;
    const { skew } = world;
    ledger.longGone = true;
    world.leasesHold = false;
    for (let month = 1; month <= 2; month += 1) {
      const tab = await this.#tab(n);
      this.#spawn(this.#taps.enqueue(tab, ledger.add({ person: tab.person, kind: 'create' }), 0, false));
      await this.turns(60);
      world.times.clockSet(world.trueNow);
      world.skew = skew + month * 31 * 86_400_000;
      this.#spawn(tab.outbox.drain());
      await this.turns(60);
    }
    world.times.clockSet(world.trueNow);
    world.skew = skew;
  }

  async step({ act, n }: Schedule['steps'][number]): Promise<void> {
    const { world, ledger } = this;
    const { server } = world;
    const taps = (tab: Tab): Tap[] =>
      ledger.taps.filter(({ person, discarded }) => person === tab.person && !discarded);
    switch (act) {
      case 'create': {
        const tab = await this.#tab(n);
        const tap = ledger.add({
          person: tab.person,
          kind: 'create',
          bad: n % 13 === 0,
          photo: PHOTOS[n % 19] ?? 'bill',
          draft: n % 3 === 0 ? `form-${ledger.taps.length}` : null,
        });
        this.#spawn(this.#taps.enqueue(tab, tap, n % 3, n % 5 === 0));
        return;
      }
      case 'edit':
      case 'decide': {
        const tab = await this.#tab(n);
        const kind = act === 'edit' ? 'update' : 'decide';
        const { recordId, madeOn } = recordFor(world, ledger, tab.person, kind, n);
        const tap = ledger.add({
          person: tab.person,
          kind,
          recordId,
          madeOn,
          bad: n % 19 === 0,
        });
        this.#spawn(this.#taps.enqueue(tab, tap, kind === 'update' ? n % 2 : 0, false));
        return;
      }
      case 'revise':
      case 'fixRefused': {
        const tab = await this.#tab(n);
        const open = taps(tab).filter(
          ({ forms, saved, bad }) => forms === 0 && saved >= 0 && (act === 'revise' || bad),
        );
        const tap = open[n % Math.max(open.length, 1)];
        if (!tap) return;
        if (act === 'fixRefused') tap.bad = n % 4 === 0;
        this.#spawn(this.#taps.revise(tab, tap, tap.kind === 'create' ? n % 3 : 0));
        return;
      }
      case 'discard': {
        const tab = await this.#tab(n);
        const open = taps(tab).filter(({ forms, pending }) => forms === 0 || pending === 0);
        const tap = open[n % Math.max(open.length, 1)];
        if (!tap) return;
        tap.discarded = true;
        this.#spawn(carrierOf(tab.outbox, tap).then((carrier) => carrier && tab.outbox.discard(carrier.id)));
        return;
      }
      case 'drain':
        this.#spawn(sendFrom(world, await this.#tab(n), false));
        return;
      case 'retry': {
        const tab = await this.#tab(n);
        const open = taps(tab);
        const id = open[n % Math.max(open.length, 1)]?.entryId;
        if (id == null) return;
        // Asked about, it was not the browser's any more; from now on it is again.
        world.covered.delete(id);
        this.#spawn(tab.outbox.retry(id).then(() => sendFrom(world, tab, true)));
        return;
      }
      case 'retryAll': {
        const tab = await this.#tab(n);
        this.#spawn(tab.outbox.retryAll().then(() => sendFrom(world, tab, false)));
        return;
      }
      case 'kill': {
        const all = [...world.tabs, ...(world.worker ? [world.worker] : [])];
        const tab = all[n % Math.max(all.length, 1)];
        if (tab) await world.kill(tab, n % 2 === 0);
        return;
      }
      case 'open':
        await world.open(world.session?.email ?? PEOPLE[n % 2] ?? PEOPLE[0]);
        return;
      case 'restore':
        await restore(world, ledger, PEOPLE);
        return;
      case 'wake':
        await world.wake(n % 3 === 0);
        return;
      case 'hide':
      case 'freeze': {
        const tab = world.tabs[n % Math.max(world.tabs.length, 1)];
        if (tab && act === 'hide') await hide(world, ledger, tab);
        else if (tab) world.freeze(tab);
        return;
      }
      case 'thaw':
        for (const tab of world.tabs) world.turns.thaw(tab);
        return;
      case 'clock':
        if (n % 3 === 0) return this.#monthsAhead(n);
        ledger.longGone = true;
        world.leasesHold = false;
        world.times.clockSet(world.trueNow);
        world.skew = ((n % 7) - 3) * ([86_400_000, 10 * 365 * 86_400_000, (400 * 86_400_000) / 3][n % 4] ?? 86_400_000);
        return;

      case 'wait':
        ledger.longGone ||= n % 6 === 5;
        if (n % 6 > 2) world.leasesHold = false;
        world.trueNow += [1_000, 5_000, 60_000, 100_000, 400_000, 9 * 86_400_000][n % 6] ?? 0;
        return;
      case 'signOut':
        if (world.session) await world.signOut(world.session.email);
        return;
      case 'signIn': {
        const person = PEOPLE[n % 4 === 0 ? 1 : 0];
        world.signIn(person);
        const tab =
          world.tabs.find((each) => each.person === person && !world.turns.isFrozen(each)) ??
          (await world.open(person));
        this.#spawn(tab.outbox.resume({ email: person }).then(() => sendFrom(world, tab, true)));
        return;
      }
      case 'revoke':
        server.tokens.clear();
        return;
      case 'foreign':
        editElsewhere(world, ledger, n);
        return;
      case 'cleanFiles':
        server.files.clear();
        if (n % 2 === 0) server.uploads.expire();
        ledger.filesCleaned += 1;
        return;
      case 'closeServer':
        server.closed = true;
        ledger.everClosed = true;
        return;
      case 'openServer':
        server.closed = false;
        return;
      case 'full':
        world.fullWrites = 1 + (n % 4);
        return;
      case 'spoil':
        await spoil(world, ledger, PEOPLE[0], n);
        return;
      case 'form':
        // Mostly in a tab of its own, beside those that show the same place.
        if (n % 4 === 3) this.#forms.open(await this.#tab(n + 1), n);
        this.#forms.open(n % 3 === 0 ? await this.#tab(n) : await world.open(world.session?.email ?? PEOPLE[0]), n);
        return;
      case 'typeForm':
        this.#forms.type(n);
        return;
      case 'submitForm':
        this.#forms.submit(n);
        return;
      case 'share': {
        const tab = await this.#tab(n);
        this.#spawn(this.#sharing.share(tab, n));
        if (n % 2 === 0) this.#spawn(this.#sharing.take(tab, n));
        if (n % 3 === 0) this.#spawn(this.#sharing.share(await this.#tab(n + 1), n));
        return;
      }
      case 'twins': {
        const tab = await this.#tab(n);
        const other =
          world.tabs.find((each) => each !== tab && each.person === tab.person && !world.turns.isFrozen(each)) ??
          (await world.open(tab.person));
        this.#forms.twins(tab, other, n);
        return;
      }
      case 'failDisk':
        failDisk(world, ledger, n);
        return;
      case 'upgrade':
        world.version += 1;
        await world.open(world.session?.email ?? PEOPLE[0]);
        return;
      case 'newer':
        await plantNewer(world, ledger, PEOPLE[0]);
    }
  }

  async play(): Promise<Violation[]> {
    this.world.signIn(PEOPLE[0]);
    await this.world.open(PEOPLE[0]);
    for (const step of this.#schedule.steps) {
      await this.step(step);
      await this.turns(step.turns);
    }
    await heal(
      this.world,
      this.#schedule,
      PEOPLE,
      (turns) => this.turns(turns),
      (act) => this.#spawn(act),
      () => inPocket(this.world, this.ledger, (turns) => this.turns(turns), this.#schedule.pocket.hides),
    );
    await this.ledger.checkEnd();
    await this.#sharing.check(PEOPLE);
    for (const tab of this.world.tabs) tab.store.close();
    return this.world.violations;
  }
}

/** Plays a schedule to its end; answers what went wrong. */
export const play = (schedule: Schedule, mutant: Mutant = {}): Promise<Violation[]> =>
  withSeededKeys(schedule.seed, () => new Run(schedule, mutant).play());
