import { randomKey } from '#outbox/env.ts';
import { DraftGoneError } from '#outbox/store.ts';
import type { PersonStore } from '#storage/open.ts';
import type { WriteTx } from '#storage/schema.ts';
import type { Mutant } from './mutant.ts';

/** Bugs that drafts and their bills have had, put in from outside (see mutants.ts). */

/** Runs something after the work of each write to these stores, in the same transaction. */
const after = (
  store: PersonStore,
  name: 'drafts' | 'blobs',
  more: (tx: WriteTx, before: string[]) => Promise<void>,
): PersonStore => ({
  ...store,
  write: (stores, work) =>
    !stores.includes(name)
      ? store.write(stores, work)
      : store.write(stores, async (tx) => {
          const before =
            name === 'blobs' ? (await tx.objectStore('blobs').getAll()).flatMap(({ hash }) => hash ?? []) : [];
          const result = await work(tx);
          await more(tx, before);
          return result;
        }),
});

export const DRAFT_MUTANTS: Readonly<Record<string, Mutant>> = {
  'P7: the key of a command is dropped on its way to the outbox': {
    outbox: (outbox) => ({
      ...outbox,
      enqueue: ({ id, ...input }, bills) =>
        outbox.enqueue(
          typeof input.draft === 'object'
            ? { ...input, draft: { key: input.draft.key } }
            : { ...input, ...(id !== undefined && { id }) },
          bills,
        ),
    }),
  },
  'P13: a key is minted for every form that shows a draft': {
    drafts: (drafts) => ({
      ...drafts,
      loadDraft: async (key) => drafts.loadDraft(key).then((draft) => draft && { ...draft, id: randomKey() }),
    }),
  },
  'P13: what another form typed in the same place is overwritten': {
    drafts: (drafts) => ({
      ...drafts,
      saveDraft: async (key, value, bills, writer) => {
        const there = await drafts.loadDraft(key);
        if (there && there.id !== writer?.id) await drafts.removeDraft(key);
        await drafts.saveDraft(key, value, bills, writer);
      },
    }),
  },
  'P8: a bill that is changed keeps the bytes that were kept under its name': {
    drafts: (drafts) => {
      const first = new Map<string, ArrayBuffer>();
      const kept = (name: string, bytes: ArrayBuffer): ArrayBuffer =>
        first.get(name) ?? (first.set(name, bytes), bytes);
      return {
        ...drafts,
        saveDraft: (key, value, bills = [], writer) =>
          drafts.saveDraft(
            key,
            value,
            bills.map((bill) => ({ ...bill, bytes: kept(`${writer?.id} ${bill.localId}`, bill.bytes) })),
            writer,
          ),
      };
    },
  },
  'OB-2: what another submit counts on is taken back after a failed read-back': { parts: { mayTakeBack: () => true } },
  'DR-1: an entry is taken back although another form has taken its draft away': {
    store: (store) => ({
      ...store,
      write: (stores, work) =>
        store.write(stores, (tx) =>
          work(tx).catch((error: unknown) =>
            error instanceof DraftGoneError ? (undefined as never) : Promise.reject(error as Error),
          ),
        ),
    }),
  },
  'P8: bytes go with the first that lets go of them': {
    store: (store) =>
      after(store, 'blobs', async (tx, before) => {
        const left = (await tx.objectStore('blobs').getAll()).flatMap(({ hash }) => hash ?? []);
        for (const hash of new Set(before))
          if (left.filter((each) => each === hash).length < before.filter((each) => each === hash).length)
            await tx.objectStore('bytes').delete(hash);
      }),
  },
  'P8: bytes stay when nobody names them any more': {
    store: (store) => ({
      ...store,
      write: (stores, work) =>
        !stores.includes('bytes')
          ? store.write(stores, work)
          : store.write(stores, async (tx) => {
              const before = await tx.objectStore('bytes').getAll();
              const result = await work(tx);
              for (const row of before) await tx.objectStore('bytes').put(row);
              return result;
            }),
    }),
  },
  'C1: bytes of a draft count as read back as soon as they are written': {
    store: (store) =>
      after(store, 'drafts', async (tx) => {
        const blobs = tx.objectStore('blobs');
        for (const row of await blobs.getAll()) await blobs.put({ ...row, verified: true });
      }),
  },
  'P11: two shares write one row': {
    shares: (shares) => ({ ...shares, addShare: (share) => shares.addShare({ ...share, id: 'shared' }) }),
  },
  'P11: what is shared while a form reads goes with what it read': {
    drafts: (drafts, store) => ({
      ...drafts,
      saveDraft: async (key, value, bills, writer) => {
        await drafts.saveDraft(key, value, bills, writer);
        if (writer?.shares) await store.write(['shares'], (tx) => tx.objectStore('shares').clear());
      },
    }),
  },
};
