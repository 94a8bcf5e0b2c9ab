import { StorageBrokenError } from '#storage/errors.ts';
import type { PersonStore } from '#storage/open.ts';
import { isSamePerson, type Person } from '#storage/open.ts';
import { cipherOf, faceCipherOf, type Vault } from '#storage/vault.ts';
import { commitDraft, draftOf, openBills, withUploads } from './bills.ts';
import type { Link, Progress } from './deliver.ts';
import { exportSealed } from './exportSealed.ts';
import { drain as drainAll, type DrainReport } from './drain.ts';
import type { BillInput, Entry, NewEntry, Saved } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import { createKeyed } from './keyed.ts';
import { takeNotes } from './notes.ts';
import { PARTS, type OutboxParts } from './parts.ts';
import {
  canHurry,
  EntryGoneError,
  enqueuePlan,
  newestOf,
  retried,
  revisePlan,
  saysTheSame,
  type Made,
} from './plans.ts';
import { discardPlan } from './settle.ts';
import { hurried } from './state.ts';
import { openStore, type Commit } from './store.ts';

export type { DrainReport, Stopped } from './drain.ts';
export type { OutboxEnv } from './env.ts';
export type { Progress } from './deliver.ts';

/** One person's outbox in one tab or worker. README.md: states and invariants. */
export interface Outbox {
  /**
   * Stores a change with all its bills in one strict transaction; resolves when that is complete and the bytes have
   * been read back; only then its draft goes (OB-1, C1). The same id again is the same entry: with another content,
   * that is revised. Throws StorageFullError or another storage error; called again with the same id, or with the same
   * change where there is none, it is still one entry.
   */
  enqueue(input: NewEntry, bills?: readonly BillInput[]): Promise<Entry>;
  /**
   * Stores changes without bills in one strict transaction: all of them are saved, or none is (MGR-32). In their order.
   * Throws as `enqueue`; called again with the same, it is still one of each.
   */
  enqueueAll(inputs: readonly NewEntry[]): Promise<Entry[]>;
  /**
   * Changes what an entry says. Returns the entry that now carries it: the same, one in its place, or one that follows
   * (OB-13). Throws EntryGoneError, OnItsWayError, or as `enqueue`.
   */
  revise(id: string, input: NewEntry, bills?: readonly BillInput[]): Promise<Entry>;
  /** Throws an entry away; only ever called by its owner, after a question (OB-2). */
  discard(id: string): Promise<void>;
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
  /** What cannot be opened, as a file: for whoever may still have the key (P5). null when it is not there. */
  exportSealed(entryId: string): Promise<Blob | null>;
  /** Sends what can be sent. Call it as often as you like: at start, after a tap, online, visible, by a timer. */
  drain(): Promise<DrainReport>;
  /**
   * Tells of the epoch that another answer of the server carried; another one than before is acted upon at the next
   * drain (X58).
   */
  sawEpoch(epoch: string): Promise<void>;
  /** Tells of the server's word for what time it is that another answer carried (TM-2). */
  sawClock(word: string): Promise<void>;
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
  const parts = { ...PARTS, ...wrong };
  const { email, id: personId } = personStore;
  const person: Person = { email, id: personId };
  // Named by the id; an entry made under an address is of whoever's store it lies in (P10).
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
  const link: Link = { partBytes: parts.sizes.first, safe: new Map() };
  const stopListening = channel?.listen((progress) => {
    if (progress !== undefined) return show(progress);
    if (!closed && listeners.size > 0) void list().then(tell, () => undefined);
  });

  const notes = takeNotes(env, store, owner);
  void notes.lastHeard();
  const keyed = createKeyed(() => env.newId());
  const { prepare, readBack, withBytes } = openBills(env, store, parts);

  /** When what is being saved now is saved, and what bears it out (TM-2). */
  async function savedNow(): Promise<Saved | undefined> {
    const heard = await notes.lastHeard();
    return heard?.word == null ? undefined : { at: parts.savedAt(env.now(), heard), heard: heard.word };
  }

  /** What was sent and put by comes back to the list when its form is submitted once more. */
  async function recall(id: string): Promise<void> {
    if (newestOf((await store.view()).entries, id)) return;
    const entry = await store.confirmedOne(id);
    if (entry)
      await store.update(({ entries }) =>
        entries.some((each) => each.id === id) ? null : { put: [entry], unarchive: [id], result: true },
      );
  }

  const enqueue = (input: NewEntry, bills: readonly BillInput[] = []): Promise<Entry> =>
    keyed([input], ([id = '']) => enqueueAs(id, input, bills));

  async function enqueueAs(id: string, input: NewEntry, inputs: readonly BillInput[]): Promise<Entry> {
    if (input.id !== undefined) await recall(id);
    const prepared = await prepare(id, inputs);
    const draft = draftOf(input);
    const made: Made = { id, owner, now: env.now(), input, bills: prepared.bills, saved: await savedNow() };
    const stored = await store.update<{ entry: Entry; mine: boolean } | 'another'>(({ entries, head }) => {
      const same = newestOf(entries, id);
      if (same && (same.unreadable || !saysTheSame(same, made))) return { result: 'another' };
      if (same)
        return {
          ...(same.state !== 'done' && { put: [{ ...same, again: true }] }),
          ...commitDraft(draft, prepared),
          result: { entry: same, mine: false },
        };
      const entry = enqueuePlan(entries, head.seq + 1, made);
      return {
        put: [entry],
        blobs: prepared.blobs,
        ...commitDraft(draft, prepared),
        head: { seq: entry.seq },
        result: { entry, mine: true },
      };
    });
    if (!stored) throw new StorageBrokenError();
    if (stored === 'another') return revise(id, input, inputs);
    const { entry, mine } = stored;
    await readBack(entry, prepared, mine, draft);
    void env.persist?.();
    return entry;
  }

  const enqueueAll = (inputs: readonly NewEntry[]): Promise<Entry[]> =>
    keyed(inputs, (ids) => enqueueAllAs(ids, inputs));

  async function enqueueAllAs(ids: readonly string[], inputs: readonly NewEntry[]): Promise<Entry[]> {
    const saved = await savedNow();
    const made = inputs.map((input, n): Made => ({
      id: ids[n] ?? env.newId(),
      owner,
      now: env.now(),
      input,
      bills: [],
      saved,
    }));
    const stored = await store.update<Entry[]>(({ entries, head: { seq } }) => {
      const put: Entry[] = [];
      const result: Entry[] = [];
      for (const each of made) {
        // There already, since only the answer to the commit was lost: it stays as it is, wherever it has got to.
        const same = newestOf(entries, each.id);
        if (!same) put.push(enqueuePlan([...entries, ...put], seq + put.length + 1, each));
        result.push(same ?? (put.at(-1) as Entry));
      }
      return { put, head: { seq: seq + put.length }, result };
    });
    if (!stored) throw new StorageBrokenError();
    void env.persist?.();
    return stored;
  }

  async function revise(id: string, input: NewEntry, inputs?: readonly BillInput[]): Promise<Entry> {
    const draft = draftOf(input);
    if (input.id !== undefined) await recall(input.id);
    const another = env.newId();
    for (;;) {
      const { entries: all } = await store.view();
      // What this very form has made of it already, if it was submitted before.
      const own = input.id === undefined ? undefined : newestOf(all, input.id);
      const old = own ?? newestOf(all, id);
      if (!old || old.unreadable) throw new EntryGoneError();
      const newId = input.id === undefined || own ? another : input.id;
      const wanted = inputs ?? old.bills.map(({ localId, name, type }) => ({ localId, name, type }));
      const same = parts.mayChange(old);
      const target = same ? old.id : newId;
      const prepared = await prepare(target, same ? wanted : await withBytes(old, wanted), old.bills);
      const made: Made = { id: target, owner, now: env.now(), input, bills: prepared.bills, saved: await savedNow() };
      const outcome = await store.update<Entry | 'moved'>(({ entries, head }) => {
        const current = newestOf(entries, own ? own.id : id);
        // It was sent, refused or changed while the bytes were being prepared: look again.
        if (current?.id !== old.id || parts.mayChange(current) !== same) return { result: 'moved' };
        // Submitted once more while it is on its way: it says so already.
        if (!same && current.state !== 'needsYou' && saysTheSame(current, made))
          return { ...(draft && { draft: { ref: draft, do: 'drop' } }), result: current };
        const bills = same ? withUploads(made.bills, current.bills) : made.bills;
        const { entry, put, remove, added } = revisePlan(
          entries,
          head.seq + 1,
          current,
          { ...made, bills },
          parts.mayChange,
        );
        const dropped = same
          ? current.bills.filter((bill) => !bills.some(({ localId }) => localId === bill.localId))
          : [];
        const commit: Commit<Entry> = {
          put,
          remove,
          blobs: prepared.blobs,
          dropBlobs: dropped.map(({ localId }) => ({ owner: current.id, localId })),
          ...commitDraft(draft, prepared),
          result: entry,
        };
        return added ? { ...commit, head: { seq: entry.seq } } : commit;
      });
      if (outcome === null || outcome === 'moved') continue;
      if (outcome.id !== target) return outcome;
      await readBack(outcome, prepared, false, draft);
      return outcome;
    }
  }

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
    enqueue,
    enqueueAll,
    revise,
    async discard(id) {
      await store.update(({ entries }) => {
        // What a newer version made is not for this one to judge; what cannot be opened is its owner's to throw away
        // (P5).
        const entry = entries.find((each) => each.id === id && each.unreadable !== 'newer');
        return entry ? { ...discardPlan(entries, entry), result: true } : null;
      });
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
        const put = entries.filter(canHurry).map(hurried);
        return put.length > 0 ? { put, result: true } : null;
      });
    },
    async resume(who) {
      if (!isSamePerson(who, person)) return;
      await store.update(({ entries }) => {
        const put = entries
          .filter(({ state }) => state === 'signIn')
          .map(({ refusal: _refusal, ...entry }) => hurried({ ...entry, state: 'waiting' }));
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
    sawEpoch: notes.sawEpoch,
    sawClock: notes.sawClock,
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
