import { openShares, type Shares } from '#outbox/shares.ts';
import { fakeCipher } from './fakeCipher.ts';
import { sha } from './fakeServer.ts';
import type { Tab, World } from './world.ts';

/** Other apps share files, and forms take them in, whenever they like (P11). */
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
    const name = `shared-${this.#made}.jpg`;
    const bytes = new TextEncoder().encode(n % 3 === 0 ? 'the same photo' : name).buffer;
    await this.#shares(tab).addShare({
      id: `share-${this.#made}`,
      bills: [{ localId: name, bytes, name, type: 'image/jpeg' }],
      leftOut: [],
    });
    this.#kept.push({ person: tab.person, name });
  }

  /** A form takes in what is there. */
  async take(tab: Tab): Promise<void> {
    const there = await this.#shares(tab).listShares();
    if (there.length === 0) return;
    const place = `taken-${(this.#made += 1)}`;
    await tab.drafts.saveDraft(
      place,
      null,
      there.flatMap(({ bills }) => bills),
      {
        id: place,
        shares: there.map(({ id, bills }) => ({ id, bills: bills.map(({ localId }) => localId), whole: true })),
      },
    );
  }

  /** Every file is in the inbox or in one form, and can be read. */
  async check(people: readonly string[]): Promise<void> {
    for (const person of people) {
      const tab = await this.#world.open(person);
      const names: string[] = [];
      const work = (async () => {
        for (const { bills } of await this.#shares(tab).listShares()) names.push(...bills.map(({ name }) => name));
        for (const { key } of await tab.drafts.listDrafts())
          if (key.startsWith('taken-'))
            names.push(...((await tab.drafts.loadDraft(key))?.bills ?? []).map(({ name }) => name));
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
}
