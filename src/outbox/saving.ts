import { BytesGoneError } from '#storage/bytes.ts';
import { StorageBrokenError } from '#storage/errors.ts';
import { commitDraft, draftOf, keptBills, openBills, withUploads, type Prepared } from './bills.ts';
import type { Bill, BillInput, Entry, NewEntry, Saved } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import { createKeyed } from './keyed.ts';
import type { Notes } from './notes.ts';
import type { OutboxParts } from './parts.ts';
import { EntryGoneError, enqueuePlan, lastChangeOf, newestOf, revisePlan, hasSameContent, type Made } from './plans.ts';
import { ArchivedError, type Commit, type OutboxStore } from './store.ts';

/** Saves changes and what their owner makes of them later (OB-1, OB-13). */
export interface Saving {
  /**
   * Stores a change with all its bills in one strict transaction; resolves when that is complete and the bytes have
   * been read back; only then its draft goes (OB-1, C1). Bytes that were read back for the draft are only named. The
   * same id again is the same entry: with another content, that is revised. Throws StorageFullError or another storage
   * error; called again with the same id, or with the same change where there is none, it is still one entry.
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
}

interface Needed {
  env: OutboxEnv;
  store: OutboxStore;
  parts: OutboxParts;
  notes: Notes;
  /** Id, or before one is known the address, of the person whose entries these are. */
  owner: string;
}

/** The bytes are not as the form says: they are sealed and read back with the entry. */
function nullIfGone(error: unknown): null {
  if (error instanceof BytesGoneError) return null;
  throw error;
}

export function openSaving({ env, store, parts, notes, owner }: Needed): Saving {
  const keyed = createKeyed(() => env.newId());
  const { prepare, readBack, withBytes } = openBills(env, store, parts);

  /** When what is being saved now is saved, and what bears it out (TM-2). */
  async function savedNow(): Promise<Saved | undefined> {
    const heard = await notes.latestSample();
    return heard?.word == null ? undefined : { at: parts.savedAt(env.now(), heard), heard: heard.word };
  }

  /** A sent and archived entry returns to the list when its form is submitted again. */
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
    const saved = await savedNow();
    const made = (bills: Bill[]): Made => ({ id, owner, now: env.now(), input, bills, saved });
    const kept = keptBills(id, inputs, draftOf(input));
    const commit = async (isNew: boolean): Promise<Entry | 'another' | null> => {
      const entry = kept && (await commitNew(made(kept.bills), kept, isNew).catch(nullIfGone));
      if (entry !== null) return entry;
      const prepared = await prepare(id, inputs);
      return commitNew(made(prepared.bills), prepared, isNew);
    };
    // Whether it is an entry of before is looked up by the commit itself: a tap waits for the disk once.
    const entry = await commit(input.id !== undefined).catch(async (error: unknown) => {
      if (!(error instanceof ArchivedError)) throw error;
      await recall(id);
      return commit(false);
    });
    if (entry === null) throw new StorageBrokenError();
    return entry === 'another' ? revise(id, input, inputs) : entry;
  }

  /**
   * 'another': it says something else by now. null: it is there, and of bills that are only named nobody knows whether
   * they are. Throws ArchivedError where it `isNew` by what the outbox shows, and is not.
   */
  async function commitNew(made: Made, prepared: Prepared, isNew: boolean): Promise<Entry | 'another' | null> {
    const draft = draftOf(made.input);
    const stored = await store.update<{ entry: Entry; mine: boolean } | 'another'>(({ entries, head }) => {
      const same = newestOf(entries, made.id);
      if (same && (same.unreadable || !hasSameContent(same, made))) return { result: 'another' };
      if (same && prepared.isKept) return null;
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
        ...(isNew && { unlessArchived: made.id }),
        result: { entry, mine: true },
      };
    });
    if (stored === null || stored === 'another') return stored;
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
        // Submitted once more, perhaps by another tab that shows the same draft, while it is on its way or after that.
        const last = own ? lastChangeOf(entries, current) : current;
        if (!same && last.state !== 'needsYou' && hasSameContent(last, made))
          return { ...(draft && { draft: { ref: draft, do: 'drop' } }), result: last };
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

  return { enqueue, enqueueAll, revise };
}
