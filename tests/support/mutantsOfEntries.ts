import { randomKey } from '#outbox/env.ts';
import { PARTS } from '#outbox/parts.ts';
import { bodyText } from '#outbox/send.ts';
import { PERSON_STEPS } from '#storage/migrations.ts';
import type { PersonStore } from '#storage/open.ts';
import type { OutboxRow, WriteTx } from '#storage/schema.ts';
import type { Mutant } from './mutant.ts';
import { dropped, change } from './mutantTools.ts';

const isCall = (init?: RequestInit): boolean => new Headers(init?.headers).has('Idempotency-Key');
const keyOf = (init?: RequestInit): string => new Headers(init?.headers).get('Idempotency-Key') ?? '';
/** Counts as a commit of another tab, so that nobody goes on with what memory holds. */
async function touch(tx: WriteTx): Promise<void> {
  const head = (await tx.objectStore('meta').get('outbox')) as { rev: number };
  await tx.objectStore('meta').put({ ...head, rev: head.rev + 1 }, 'outbox');
}
const takeOut = (store: PersonStore, id: string): Promise<OutboxRow | undefined> =>
  store.write(['outbox', 'meta'], async (tx) => {
    const row = await tx.objectStore('outbox').get(id);
    await tx.objectStore('outbox').delete(id);
    await touch(tx);
    return row;
  });
const putBack = (store: PersonStore, row: OutboxRow): Promise<void> =>
  store.write(['outbox', 'meta'], async (tx) => {
    await tx.objectStore('outbox').put(row);
    await touch(tx);
  });
/** Sends under another key than the entry's and makes the answer look as if it were for the entry's. */
const underKey = (fetch: typeof globalThis.fetch, init: RequestInit, url: string, key: string): Promise<Response> =>
  fetch(
    url,
    change(init, (headers) => headers.set('Idempotency-Key', key)),
  ).then((answer) => {
    if (answer.headers.get('Idempotency-Key') === key) answer.headers.set('Idempotency-Key', keyOf(init));
    return answer;
  });

/** Mistakes in what happens to an entry on its way: keys, answers, order and people. */
export const MUTANTS_OF_ENTRIES: Readonly<Record<string, Mutant>> = {
  'an entry is deleted before it is sent': {
    env: (env, { store }) => ({
      ...env,
      fetch: async (url, init) => {
        if (isCall(init)) await takeOut(store, keyOf(init));
        return env.fetch(url, init);
      },
    }),
  },
  'a key is made for every attempt': {
    env: (env) => ({
      ...env,
      fetch: (url, init = {}) =>
        isCall(init) ? underKey(env.fetch, init, String(url), env.newId()) : env.fetch(url, init),
    }),
  },
  'any JSON with status 200 is success': {
    parts: {
      classify: (facts, expected) =>
        !('failed' in facts) && facts.status === 200 && facts.contentType.includes('json') && 'key' in expected
          ? { kind: 'sent', answer: {} }
          : PARTS.classify(facts, expected),
    },
  },
  'a web page with status 200 is success': {
    parts: {
      classify: (facts, expected) =>
        !('failed' in facts) && facts.status === 200 && facts.contentType.includes('html') && 'key' in expected
          ? { kind: 'sent', answer: {} }
          : PARTS.classify(facts, expected),
    },
  },
  '401 counts as a try, and three tries are enough': {
    parts: {
      next: (entry, outcome, now, context) => {
        if (outcome.kind !== 'signIn') return PARTS.next(entry, outcome, now, context);
        return entry.attempts >= 1
          ? dropped(entry, now)
          : {
              ...entry,
              lease: undefined,
              state: 'waiting',
              attempts: entry.attempts + 1,
              retryAt: now + 1_000,
              retryFrom: now,
            };
      },
    },
  },
  'an upgrade recreates the store': {
    steps: (version) => [
      ...PERSON_STEPS,
      ...Array.from({ length: version - 1 }, () => (db: IDBDatabase) => {
        db.deleteObjectStore('outbox');
        db.createObjectStore('outbox', { keyPath: 'id' });
      }),
    ],
  },
  'what is in flight is in memory alone': {
    env: (env, { store }) => ({
      ...env,
      fetch: async (url, init) => {
        const row = isCall(init) ? await takeOut(store, keyOf(init)) : undefined;
        try {
          return await env.fetch(url, init);
        } finally {
          if (row) await putBack(store, row);
        }
      },
    }),
  },
  'an edit changes an entry that may have been sent, and the body is built again': {
    parts: { mayChange: (entry) => entry.state !== 'done', textOf: bodyText },
  },
  'the echoed key is not looked at': {
    parts: {
      classify: (facts, expected) =>
        PARTS.classify(
          'failed' in facts || !('key' in expected) ? facts : { ...facts, echoedKey: expected.key },
          expected,
        ),
    },
  },
  'a conflict removes the entry': {
    parts: {
      next: (entry, outcome, now, context) =>
        outcome.kind === 'refused' && outcome.refusal.status === 409
          ? dropped(entry, now)
          : PARTS.next(entry, outcome, now, context),
    },
  },
  'a refusal removes the entry': {
    parts: {
      next: (entry, outcome, now, context) =>
        outcome.kind === 'refused' ? dropped(entry, now) : PARTS.next(entry, outcome, now, context),
    },
  },
  'the order of the taps is not kept': {
    parts: {
      pick: (all, now, alone) =>
        [...all]
          .reverse()
          .find(
            (entry) =>
              !entry.unreadable &&
              !entry.url.includes('%7Bid%7D') &&
              (entry.state === 'waiting' || (alone && (entry.state === 'sending' || entry.state === 'uploading'))) &&
              now >= entry.retryAt,
          ),
    },
  },
  'whoever is signed in sends': {
    env: (env) => ({
      ...env,
      fetch: (url, init = {}) =>
        env.fetch(
          url,
          change(init, (headers) => headers.delete('account')),
        ),
    }),
  },
  'P7: a decision that nobody heard to be saved is a second one when it is confirmed again': {
    outbox: (outbox) => ({
      ...outbox,
      enqueue: (input, bills) => outbox.enqueue({ ...input, id: input.id ?? randomKey() }, bills),
    }),
  },
  'the draft is removed before the entry is stored': {
    outbox: (outbox, drafts) => ({
      ...outbox,
      enqueue: async ({ draft, ...input }, bills) => {
        if (typeof draft === 'object') await drafts.removeDraft(draft.key, draft.id);
        else if (draft !== undefined) await drafts.removeDraft(draft);
        return outbox.enqueue(input, bills);
      },
    }),
  },
  'saved is said before the transaction is complete': {
    store: (store) => ({
      ...store,
      // Sent off and not waited for: what is read meanwhile comes from memory, so only a crash tells.
      write: (stores, work) => {
        if (!stores.includes('blobs')) return store.write(stores, work);
        void store.write(stores, work).catch(() => undefined);
        return Promise.resolve(undefined as never);
      },
    }),
  },
  'redirects are followed': {
    env: (env) => ({ ...env, fetch: (url, init) => env.fetch(url, { ...init, redirect: 'follow' }) }),
  },
  'bills that are not uploaded yet are left out': {
    parts: {
      missing: (entry) => (entry.attempts > 0 ? [] : PARTS.missing(entry)),
      textOf: (entry) =>
        entry.frozen ??
        bodyText({ ...entry, bills: entry.bills.filter(({ fingerPrint }) => fingerPrint !== undefined) }),
    },
  },
  'a full disk is not noticed': {
    store: (store) => ({
      ...store,
      write: (stores, work) =>
        store
          .write(stores, work)
          .catch((error: unknown) =>
            error instanceof DOMException && error.name === 'QuotaExceededError'
              ? (undefined as never)
              : Promise.reject(error as Error),
          ),
    }),
  },
  'two tabs are told apart by their lock alone': {
    env: (env, { name }) => ({
      ...env,
      fetch: (url, init = {}) =>
        isCall(init) ? underKey(env.fetch, init, String(url), `${keyOf(init)}-${name}`) : env.fetch(url, init),
    }),
  },
};
