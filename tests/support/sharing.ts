import { openShares, type Shares } from '#outbox/shares.ts';
import { fakeCipher } from './fakeCipher.ts';
import { sha } from './fakeServer.ts';
import type { Tab, World } from './world.ts';

/** Where bills join what lies there; everything else is taken into a form of its own. */
const JOINED = 'taken-joined';

/** Other apps share files, and forms take them in, singly or all, whenever they like (P11, INB-4, INB-5). */
export class Sharing {
  /** Names of files whose keeping was acknowledged. */
  readonly #kept: { person: string; name: string }[] = [];
  readonly #world: World;
  #made = 0;

  constructor(world: World) {
    this.#world = world;
  }

  #shares(tab: Pick<Tab, 'store' | 'person'>): Shares {
    const shares = openShares(tab.store, fakeCipher(tab.person), this.#world.now, (bytes) =>
      Promise.resolve(sha(new Uint8Array(bytes))),
    );
    return this.#world.mutant.shares?.(shares, tab.store) ?? shares;
  }

  async share(tab: Tab, n: number): Promise<void> {
    this.#made += 1;
    const names = Array.from({ length: n % 5 === 0 ? 3 : 1 }, (_, at) => `shared-${this.#made}-${at}.jpg`);
    await this.#shares(tab).addShare({
      id: `share-${this.#made}`,
      bills: names.map((name) => {
        const bytes = new TextEncoder().encode(n % 3 === 0 ? 'the same photo' : name).buffer;
        return { localId: name, bytes, name, type: 'image/jpeg' };
      }),
      leftOut: [],
    });
    this.#kept.push(...names.map((name) => ({ person: tab.person, name })));
  }

  /** A form takes in what is there, or some of it: into a draft of its own, or into one that lies there. */
  async take(tab: Tab, n: number): Promise<void> {
    const there = await this.#shares(tab).listShares();
    const taken = there.map(({ id, bills }, at) => ({
      id,
      bills: bills.filter((_, place) => n % 4 !== 0 || (at + place) % 2 === 0),
      whole: n % 4 !== 0,
    }));
    const bills = taken.flatMap((share) => share.bills);
    if (bills.length === 0) return;
    const writer = `taken-${(this.#made += 1)}`;
    const place = n % 6 === 0 ? JOINED : writer;
    const before = await tab.drafts.loadDraft(place);
    await tab.drafts.saveDraft(place, null, [...(before?.bills ?? []), ...bills], {
      id: writer,
      by: writer,
      shares: taken.map((share) => ({ ...share, bills: share.bills.map(({ localId }) => localId) })),
      ...(before && { insteadOf: { id: before.id, by: before.by, at: before.at } }),
    });
  }

  /** Every file is in the inbox or in one form, and can be read. */
  async check(people: readonly string[]): Promise<void> {
    for (const person of people) {
      const tab = await this.#world.open(person);
      const names: string[] = [];
      const work = (async () => {
        for (const { bills } of await this.#shares(tab).listShares()) names.push(...bills.map(({ name }) => name));
        for (const { key } of await tab.drafts.listDrafts())
          if (key.startsWith('taken-')) names.push(...(await this.#namesIn(tab, key)));
      })();
      const settled = { is: false };
      work.then(
        () => (settled.is = true),
        () => (settled.is = true),
      );
      while (!settled.is) if (!(await this.#world.turn(0))) await this.#world.turns.settle();
      await work;
      for (const each of this.#kept.filter((kept) => kept.person === person)) {
        const times = names.filter((name) => name === each.name).length;
        if (times !== 1) this.#world.wrong('P11', `${each.name} is there ${times} times`);
      }
    }
  }

  /** In a draft, and in those that lie aside because two forms began at once. */
  async #namesIn(tab: Tab, key: string): Promise<string[]> {
    const names: string[] = [];
    for (let draft = await tab.drafts.loadDraft(key); draft; draft = await tab.drafts.loadDraft(key)) {
      names.push(...draft.bills.map(({ name }) => name));
      await tab.drafts.removeDraft(key, draft.id);
    }
    return names;
  }
}
