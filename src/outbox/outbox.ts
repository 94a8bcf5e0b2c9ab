import type { SignedClock } from '#contract/clock.ts';
import { isSamePerson, type Person } from '#storage/person.ts';
import { type PersonStore } from '#storage/open.ts';
import { cipherOf, faceCipherOf, type Vault } from '#storage/vault.ts';
import type { Link, Progress } from './deliver.ts';
import { exportSealed } from './exportSealed.ts';
import { drain as drainAll, type DrainReport } from './drain.ts';
import type { Entry } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import { createHolds } from './holds.ts';
import { takeNotes } from './notes.ts';
import { PARTS, type OutboxParts } from './parts.ts';
import { canSkipPause, retried, whyKept } from './plans.ts';
import { openSaving, type Saving } from './saving.ts';
import { discardPlan } from './settle.ts';
import { withoutPause } from './state.ts';
import { openStore } from './store.ts';

export type { DrainReport, Stopped } from './drain.ts';
export type { Progress } from './deliver.ts';

/** One person's outbox in one tab or worker. README.md: states and invariants. */
export interface Outbox extends Saving {
  /**
   * Throws an entry away; only ever called by its owner, after a question (OB-2). Rejects with OnItsWayError while it
   * is being sent, and with EntryGoneError when it has been or is not there.
   */
  discard(id: string): Promise<void>;
  /**
   * Takes back an entry that has not left yet, as though it had never been made; false: it has left, or is not there.
   * What `held` was said of can be taken back for `HOLD_MS` (OB-14).
   */
  takeBack(id: string): Promise<boolean>;
  /** Sends one entry again at once, under its own key. */
  retry(id: string): Promise<void>;
  /** Ends all pauses: 'Send now', back online, visible again. */
  retryAll(): Promise<void>;
  /**
   * After sign-in, and at start with a session: what waited for this person's sign-in goes on. Nothing for another
   * person.
   */
  resume(owner: Person): Promise<void>;
  /** All entries in the order of the taps; sent ones for a day. */
  list(): Promise<Entry[]>;
  /** The bytes of a bill that still waits. null when this phone has lost them. */
  bill(entryId: string, localId: string): Promise<{ bytes: ArrayBuffer; type: string; name: string } | null>;
  /** What cannot be opened, as a file: for a user who may still have the key (P5). null when it is not there. */
  exportSealed(entryId: string): Promise<Blob | null>;
  /** Sends what can be sent. Call it as often as you like: at start, after a tap, online, visible, by a timer. */
  drain(): Promise<DrainReport>;
  /**
   * Tells of the epoch that another answer of the server carried; another one than before is acted upon at the next
   * drain (X58).
   */
  observeEpoch(epoch: string): Promise<void>;
  /** Tells of the server's word for what time it is that another answer carried, and when that came (TM-2). */
  observeServerTime(sample: SignedClock): Promise<void>;
  /** Called with all entries now and after every change, in whichever tab. */
  subscribe(listener: (entries: Entry[]) => void): () => void;
  /** Called with how far the bill under way is, in whichever tab it is sent; null when none is. */
  onProgress(listener: (progress: Progress | null) => void): () => void;
  /** Milliseconds by which the server's clock is ahead of this device's; null when no answer has come yet (TM-1). */
  serverOffset(): Promise<number | null>;
  close(): void;
}

export interface OutboxOptions {
  store: PersonStore;
  vault: Vault;
  env: OutboxEnv;
  /** For tests. */
  parts?: Partial<OutboxParts>;
}

export function openOutbox({ store: personStore, vault, env: outer, parts: wrong }: OutboxOptions): Outbox {
  const judged = { ...PARTS, ...wrong };
  const holds = outer.elapsed && createHolds(outer.elapsed);
  const parts: OutboxParts = holds
    ? { ...judged, pick: (all, now, alone) => judged.pick(holds.applied(all, now), now, alone) }
    : judged;
  const { email, id: personId } = personStore;
  const person: Person = { email, id: personId };
  // Owned by id; an entry made under an address belongs to the owner of its store (P10).
  const owner = personId ?? email;
  const env: OutboxEnv = { ...outer, person, token: () => outer.token(owner) };
  const listeners = new Set<(entries: Entry[]) => void>();
  const channel = env.channel?.(`${personStore.name}-outbox`);
  const instance = env.newId();
  let closed = false;

  const tell = (entries: readonly Entry[]): void => {
    for (const listener of listeners) listener([...entries]);
  };
  const store = openStore(personStore, cipherOf(vault), faceCipherOf(vault), (entries) => {
    tell(entries);
    channel?.post();
  });
  const list = async (): Promise<Entry[]> => [...(await store.view()).entries];
  const watchers = new Set<(progress: Progress | null) => void>();
  const show = (progress: Progress | null): void => watchers.forEach((watch) => watch(progress));
  const link: Link = { partBytes: parts.sizes.first, carries: env.together !== undefined, safe: new Map() };
  const stopListening = channel?.listen((progress) => {
    if (progress !== undefined) return show(progress);
    if (!closed && listeners.size > 0) void list().then(tell, () => undefined);
  });

  const notes = takeNotes(env, store, owner);
  void notes.latestSample();
  const saving = openSaving({ env, store, parts, notes, owner });

  /** Changes one entry, if it is there and `change` wants it. */
  const alter = (id: string, change: (entry: Entry) => Entry | null): Promise<unknown> =>
    store.update(({ entries }) => {
      const entry = entries.find((each) => each.id === id && !each.unreadable);
      const put = entry ? change(entry) : null;
      return put ? { put: [put], result: true } : null;
    });

  let running: Promise<DrainReport> | undefined;
  let again = false;
  async function drain(): Promise<DrainReport> {
    if (running) {
      again = true;
      return running;
    }
    const context = {
      env,
      store,
      parts,
      instance,
      lockName: `${personStore.name}-drain`,
      closed: () => closed,
      note: notes.note,
      isCatchingUp: notes.isCatchingUp,
      heard: notes.heard,
      link,
      progress: (progress: Progress | null) => {
        show(progress);
        channel?.post(progress);
      },
    };
    running = (async () => {
      let report: DrainReport;
      do {
        again = false;
        await notes.followEpoch();
        report = await drainAll(context);
        again ||= await notes.followEpoch();
      } while (again && report.stopped === 'empty');
      return report;
    })();
    try {
      return await running;
    } finally {
      running = undefined;
    }
  }

  return {
    ...saving,
    async enqueue(input, bills) {
      const entry = await saving.enqueue(input, bills);
      if (input.held) holds?.begin(entry.id);
      return entry;
    },
    async discard(id) {
      const kept: { why: Error | null } = { why: null };
      await store.update(({ entries }) => {
        // What a newer version made is not for this one to judge; what cannot be opened is its owner's to throw away
        // (P5).
        const entry = entries.find((each) => each.id === id);
        const isNewer = entry?.unreadable === 'newer';
        kept.why = isNewer ? null : whyKept(entry, env.now());
        return entry && !isNewer && !kept.why ? { ...discardPlan(entries, entry), result: true } : null;
      });
      if (kept.why) throw kept.why;
    },
    async takeBack(id) {
      const gone = await store.update(({ entries }) => {
        const entry = entries.find((each) => each.id === id && !each.unreadable && parts.mayChange(each));
        return entry ? { ...discardPlan(entries, entry), result: true } : null;
      });
      return gone === true;
    },
    async retry(id) {
      await alter(id, (entry) =>
        entry.state === 'needsYou' || entry.state === 'waiting'
          ? entry.bills.some(({ lost }) => lost === true)
            ? null
            : retried(entry)
          : null,
      );
    },
    async retryAll() {
      await store.update(({ entries }) => {
        const put = entries.filter(canSkipPause).map(withoutPause);
        return put.length > 0 ? { put, result: true } : null;
      });
    },
    async resume(who) {
      if (!isSamePerson(who, person)) return;
      await store.update(({ entries }) => {
        const put = entries
          .filter(({ state }) => state === 'signIn')
          .map(({ refusal: _refusal, ...entry }) => withoutPause({ ...entry, state: 'waiting' }));
        return put.length > 0 ? { put, result: true } : null;
      });
    },
    list,
    async bill(entryId, localId) {
      const entry = (await store.view()).entries.find(({ id, state }) => id === entryId && state !== 'done');
      const bill = entry?.bills.find((each) => each.localId === localId);
      const bytes = bill ? await store.blob(entryId, bill).catch(() => null) : null;
      return bill && bytes && (await env.hash(bytes)) === bill.hash
        ? { bytes, type: bill.type, name: bill.name }
        : null;
    },
    exportSealed: (id) => exportSealed(personStore, id),
    drain,
    observeEpoch: notes.observeEpoch,
    observeServerTime: notes.observeServerTime,
    subscribe(listener) {
      listeners.add(listener);
      void list().then(
        (entries) => listeners.has(listener) && listener(entries),
        () => undefined,
      );
      return () => listeners.delete(listener);
    },
    onProgress(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    serverOffset: notes.serverOffset,
    close() {
      closed = true;
      stopListening?.();
      listeners.clear();
      channel?.close();
    },
  };
}
