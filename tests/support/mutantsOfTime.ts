import type { Outcome } from '#outbox/outcome.ts';
import { PARTS } from '#outbox/parts.ts';
import { completeSyncEvent } from '#outbox/backgroundSync.ts';
import type { Entry } from '#outbox/entry.ts';
import type { Mutant } from './mutant.ts';
import { dropped, change } from './mutantTools.ts';

const portalFor = (outcome: Outcome, instead: Outcome): Outcome => (outcome.kind === 'walled' ? instead : outcome);

/** Mistakes with time, tries, bytes, wake-ups and answers about the server as a whole. */
export const MUTANTS_OF_TIME: Readonly<Record<string, Mutant>> = {
  'entries go away after seven days': {
    parts: { isOver: (entry, now) => PARTS.isOver(entry, now) || now - entry.createdAt > 7 * 86_400_000 },
  },
  'five failures are enough': {
    parts: {
      next: (entry, outcome, now, context) =>
        entry.attempts >= 4 && outcome.kind !== 'sent' ? dropped(entry, now) : PARTS.next(entry, outcome, now, context),
    },
  },
  'signing out empties the outbox': {
    signOut: (store) => store.write(['outbox'], (tx) => tx.objectStore('outbox').clear()),
  },
  'what was being sent when the tab died is never taken up': {
    parts: {
      pick: (all, now, alone) =>
        PARTS.pick(
          all.map((entry): Entry =>
            entry.state === 'waiting' ? entry : { ...entry, state: entry.state === 'done' ? 'done' : 'needsYou' },
          ),
          now,
          alone,
        ),
    },
  },
  'a pause goes by the clock alone, and the clock goes back': {
    parts: {
      pick: (all, now, alone) =>
        PARTS.pick(
          all.map((entry) => ({ ...entry, retryFrom: 0 })),
          now,
          alone,
        ),
    },
  },
  'bytes are sent as they are found': {
    parts: { isIntact: () => true, classify: (facts, expected) => PARTS.classify(facts, expected) },
    env: (env) => ({ ...env, hash: () => Promise.resolve('0'.repeat(64)) }),
  },
  'an upload is believed whatever fingerPrint it answers': {
    parts: {
      classify: (facts, expected) => {
        const outcome = PARTS.classify(facts, expected);
        if (
          outcome.kind !== 'offline' ||
          outcome.why !== 'portal' ||
          !('hash' in expected) ||
          'failed' in facts ||
          facts.status !== 200 ||
          !facts.contentType.includes('json')
        )
          return outcome;
        return { kind: 'uploaded', fingerPrint: '0'.repeat(64) };
      },
    },
  },
  'an entry of a newer version is cleared away': {
    env: (env, { store }) => ({
      ...env,
      lock: async (name, run) => {
        await store.write(['outbox'], async (tx) => {
          for (const row of await tx.objectStore('outbox').getAll())
            if (row.v > 1) await tx.objectStore('outbox').delete(row.id);
        });
        return env.lock(name, run);
      },
    }),
  },
  'the phone’s clock decides the day': { parts: { savedAt: (now) => now } },
  'the archive is aged by the phone’s clock': { parts: { agedBy: (_heard, now) => now } },
  'another change is not asked which version it was made on': {
    env: (env) => ({
      ...env,
      fetch: (url, init = {}) =>
        env.fetch(
          url,
          change(init, (headers) => headers.delete('If-Match')),
        ),
    }),
  },
  'the sync event counts pauses': { wake: { send: (outbox) => outbox.drain() } },
  'being busy elsewhere resolves the sync event': {
    wake: { end: (report) => report?.stopped === 'elsewhere' || completeSyncEvent(report) },
  },
  'a 502 resolves the sync event': {
    wake: { end: (report) => report?.stopped === 'empty' || completeSyncEvent(report) },
  },
  'a page that is hidden asks for nothing': { wake: { wishes: (wishes) => ({ ...wishes, hidden: () => undefined }) } },
  'an answer about one entry pauses all': {
    parts: {
      classify: (facts, expected) => {
        const outcome = PARTS.classify(facts, expected);
        return outcome.kind === 'refused' && outcome.refusal.code === 'UPLOAD_ALLOWANCE'
          ? { kind: 'busy', status: 429, retryAfter: 3_600_000 }
          : outcome;
      },
    },
  },
  'after a busy answer the same entry goes first again': {
    parts: {
      pick: (all, now, alone) =>
        PARTS.pick(
          all.map(({ yields: _yields, ...entry }) => entry),
          now,
          alone,
        ),
    },
  },
  'an HTML refusal of one file is taken for a portal for ever': {
    parts: {
      classify: (facts, expected) => portalFor(PARTS.classify(facts, expected), { kind: 'offline', why: 'portal' }),
    },
  },
  'a portal’s page is taken for a refusal': {
    parts: {
      classify: (facts, expected) =>
        portalFor(PARTS.classify(facts, expected), {
          kind: 'refused',
          refusal: { status: 403, code: 'NETWORK_REFUSED', message: '' },
        }),
    },
  },
  'a 404 after a restore asks at once': { parts: { isBehind: () => false } },
};
