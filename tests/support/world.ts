import { IDBFactory } from 'fake-indexeddb';
import { openDrafts, type Drafts } from '#outbox/drafts.ts';
import type { OutboxEnv } from '#outbox/env.ts';
import { openOutbox, type Outbox } from '#outbox/outbox.ts';
import * as sendParts from '#outbox/sendParts.ts';
import * as sendTogether from '#outbox/sendTogether.ts';
import { runSyncEvent, createSyncRequests, completeSyncEvent, drainPastHolds } from '#outbox/backgroundSync.ts';
import type { SyncRequests } from '#outbox/backgroundSync.ts';
import { clearFetched, openPersonStore, type PersonStore } from '#storage/open.ts';
import { StorageUnavailableError } from '#storage/errors.ts';
import type { PersonStoreName, ReadTx } from '#storage/schema.ts';
import { fakeCipher } from './fakeCipher.ts';
import { FakeServer, sha } from './fakeServer.ts';
import { UPLOADS } from './fakeUploads.ts';
import { stepsOf } from './laterVersions.ts';
import { Network } from './network.ts';
import { PastTimes } from './pastTimes.ts';
import { storeNameOf } from './storeNames.ts';
import { Sync } from './sync.ts';
import { tear } from './tear.ts';
import { Turns } from './turns.ts';
import type { Mutant } from './mutant.ts';

/**
 * A small world for the outbox: one phone with several tabs and a worker, two people, a network that fails, a server,
 * clocks.
 */

/** One tab (or the worker) of one person; what it holds in memory is gone when it is killed. */
export interface Tab {
  name: string;
  person: string;
  store: PersonStore;
  outbox: Outbox;
  drafts: Drafts;
  wishes: SyncRequests;
}

export interface Violation {
  rule: string;
  what: string;
}

const START = Date.UTC(2026, 3, 6, 6);
const TURN_MS = 7;
/** Most bills go in one piece, the longer ones in parts. */
const SIZES = { first: 12, least: 3, most: 24 };

export class World {
  readonly turns = new Turns();
  readonly server = new FakeServer();
  readonly network: Network;
  readonly times = new PastTimes();
  readonly violations: Violation[] = [];
  readonly factory = new IDBFactory();
  tabs: Tab[] = [];
  /** The worker, while it carries out an event. */
  worker: Tab | null = null;
  readonly sync = new Sync();
  /** Entries for which a page is to have registered a wake-up: they go out with no page open. */
  readonly covered = new Set<string>();
  /** The phone's clock against the true one. */
  skew = 0;
  trueNow = START;
  /** How many of the next writes find no room. */
  fullWrites = 0;
  /** How many of the next writes succeed, while their caller is told that the disk is gone. */
  unheardWrites = 0;
  /** How many of the next looks for bytes meet a disk that does not answer, or find nothing. */
  failBytes = 0;
  /** How many of the next reads of any kind do. */
  failReads = 0;
  lostBytes = 0;
  /** How many of the next writes put damaged bytes on the disk, and nobody is told. */
  tornWrites = 0;
  everTorn = false;
  /** Writes of these stores, as they are named together, fail. */
  failWritesOf: string | null = null;
  session: { email: string; token: string } | null = null;
  /** False once a tab was frozen or the clock jumped: then a lease may run out under a lock that is held. */
  leasesHold = true;
  version = 1;
  together = false;
  readonly #locks = new Map<string, object>();
  readonly #withLocks: boolean;
  readonly mutant: Mutant;
  #ids = 0;
  #tabs = 0;

  constructor(withLocks: boolean, mutant: Mutant = {}) {
    this.#withLocks = withLocks;
    this.mutant = mutant;
    this.server.clock = () => this.trueNow;
    this.network = new Network(this.server, this.turns, this);
  }

  wrong(rule: string, what: string): void {
    this.violations.push({ rule, what });
  }

  now = (): number => this.trueNow + this.skew;

  async turn(pick: number): Promise<boolean> {
    this.trueNow += TURN_MS;
    return this.turns.next(pick);
  }

  /** Opens a tab of a person, as far as to an outbox that can be used. */
  async open(person: string): Promise<Tab> {
    const tab = await this.#make(person, `tab${(this.#tabs += 1)}`);
    this.tabs.push(tab);
    return tab;
  }

  /**
   * The browser fires the sync event: a worker with an outbox of its own sends what waits for who is signed in.
   * `last`: it will not be fired again.
   */
  async wake(last: boolean): Promise<{ event: Promise<void> } | null> {
    const { session } = this;
    if (this.sync.state !== 'pending' || this.worker) return null;
    const worker = session && (await this.#make(session.email, `worker${(this.#tabs += 1)}`));
    this.worker = worker;
    const wait = (ms: number): Promise<void> => Promise.resolve(void (this.trueNow += ms));
    const send = this.mutant.wake?.send ?? ((outbox: Outbox) => drainPastHolds(outbox, { now: this.now, wait }));
    const end = this.mutant.wake?.end ?? completeSyncEvent;
    // A worker may register while there is a page.
    const register = (tag: string): Promise<void> =>
      this.tabs.length > 0 ? this.sync.register(tag) : Promise.reject(new Error('no window'));
    const run = () => runSyncEvent(async () => end(worker && (await send(worker.outbox))), last, { register });
    const event = this.sync.fire(worker ?? {}, last, run, () => this.covered.clear());
    return { event: event.then(() => (worker ? this.#gone(worker) : undefined)) };
  }

  async #make(person: string, name: string): Promise<Tab> {
    const real = await this.disk(person);
    const tab = { name, person } as Tab;
    const guarded = this.#guard(tab, real);
    tab.store = this.mutant.store?.(guarded) ?? guarded;
    const plain = this.#env(tab);
    const env = this.mutant.env?.(plain, { name, store: guarded }) ?? plain;
    const vault = fakeCipher(person);
    const drafts = openDrafts(tab.store, vault, this.now, env.hash);
    tab.drafts = this.mutant.drafts?.(drafts, guarded) ?? drafts;
    const outbox = openOutbox({ store: tab.store, vault, env, parts: { sizes: SIZES, ...this.mutant.parts } });
    tab.outbox = this.mutant.outbox?.(outbox, tab.drafts) ?? outbox;
    const wishes = createSyncRequests(() => Promise.resolve(this.sync));
    tab.wishes = this.mutant.wake?.wishes?.(wishes) ?? wishes;
    return tab;
  }

  /** What really lies on the disk, past all turns. */
  disk = async (person: string): Promise<PersonStore> =>
    openPersonStore(person, {
      factory: this.factory,
      name: await storeNameOf(person),
      steps: (this.mutant.steps ?? stepsOf)(this.version),
    });

  async kill(tab: Tab, last: boolean): Promise<void> {
    await this.turns.stop(tab, last);
    this.network.inFlight.delete(tab);
    for (const [name, holder] of this.#locks) if (holder === tab) this.#locks.delete(name);
    this.sync.end(tab, false, () => this.covered.clear());
    this.#gone(tab);
  }

  #gone(tab: Tab): void {
    this.tabs = this.tabs.filter((each) => each !== tab);
    if (this.worker === tab) this.worker = null;
    tab.store.close();
  }

  freeze(tab: Tab): void {
    this.leasesHold = false;
    this.turns.freeze(tab);
  }

  signIn(person: string): void {
    if (this.session?.email !== person) this.covered.clear();
    this.session = { email: person, token: this.server.signIn(person) };
  }

  /** Tabs that this person has left open go on with what they hold in memory, as real ones do for a moment. */
  async signOut(person: string): Promise<void> {
    this.session = null;
    this.covered.clear();
    const store = await this.disk(person);
    await (this.mutant.signOut ?? clearFetched)(store);
    store.close();
  }

  /**
   * Every touch of the disk is a turn of its own; a transaction that a kill catches is either whole or was never there.
   */
  #guard(tab: Tab, store: PersonStore): PersonStore {
    return {
      ...store,
      read: (stores, work) => this.turns.take(tab, `read ${stores.join()}`, () => this.#read(store, stores, work)),
      write: (stores, work) =>
        this.turns.take(
          tab,
          `write ${stores.join()}`,
          () => {
            if (this.fullWrites > 0) {
              this.fullWrites -= 1;
              throw new DOMException('no room', 'QuotaExceededError');
            }
            if (this.failWritesOf === stores.join()) throw new StorageUnavailableError();
            if (this.unheardWrites > 0 && stores.includes('bytes')) {
              this.unheardWrites -= 1;
              return store.write(stores, work).then(() => Promise.reject(new StorageUnavailableError()));
            }
            // What another app shared is not read back: it lies with that app too.
            return this.tornWrites > 0 && stores.includes('bytes') && !stores.includes('shares')
              ? store.write(stores, (tx) => tear(this, tx, work))
              : store.write(stores, work);
          },
          true,
        ),
    };
  }

  async #read<R>(store: PersonStore, stores: PersonStoreName[], work: (tx: ReadTx) => Promise<R>): Promise<R> {
    if (this.failReads > 0) {
      this.failReads -= 1;
      throw new StorageUnavailableError();
    }
    const isLook = stores.join() === 'blobs,bytes';
    if (isLook && this.failBytes > 0) {
      this.failBytes -= 1;
      throw new StorageUnavailableError();
    }
    const found = await store.read(stores, work);
    if (!isLook || this.lostBytes === 0) return found;
    this.lostBytes -= 1;
    return { row: undefined, own: undefined } as R;
  }

  #env(tab: Tab): OutboxEnv {
    return {
      now: this.now,
      elapsed: () => this.trueNow,
      random: () => 0.5,
      newId: () => `key-${String((this.#ids += 1)).padStart(6, '0')}`,
      // The cookie is the phone's, not the tab's: right after a change of people a tab may still read the other one's.
      token: () => Promise.resolve(this.session?.token ?? null),
      fetch: this.#watchedFetch(tab),
      lock: (name, run) => this.#lock(tab, name, run),
      hash: (bytes) => Promise.resolve(sha(new Uint8Array(bytes))),
      inParts: () => Promise.resolve(sendParts),
      ...(this.together && { together: () => Promise.resolve(sendTogether) }),
    };
  }

  #watchedFetch(tab: Tab): typeof fetch {
    const fetch = this.network.fetchOf(tab);
    return ((...args: Parameters<typeof fetch>) => {
      if (args[1]?.method === 'GET') return fetch(...args);
      const others = [...this.network.inFlight.keys()].filter(
        (each) => each !== tab && (each as Tab).person === tab.person,
      );
      if (this.#withLocks && this.leasesHold && others.length > 0)
        this.wrong('OB-5', `${tab.name} sends while another tab does`);
      return fetch(...args).then((answer) => {
        // What the queue asks for itself is not noted.
        if ((args[1]?.method ?? 'GET') !== 'GET')
          this.times.received(
            tab.name,
            answer.headers.get('heard-at'),
            this.trueNow,
            !String(args[0]).startsWith(UPLOADS),
          );
        return answer;
      });
    }) as typeof fetch;
  }

  async #lock(tab: Tab, name: string, run: (alone: boolean) => Promise<void>): Promise<boolean> {
    if (!this.#withLocks) {
      await run(false);
      return true;
    }
    const got = await this.turns.take(tab, 'lock', () => {
      if (this.#locks.has(name)) return false;
      this.#locks.set(name, tab);
      return true;
    });
    if (!got) return false;
    try {
      await run(true);
    } finally {
      if (this.#locks.get(name) === tab) this.#locks.delete(name);
    }
    return true;
  }
}
