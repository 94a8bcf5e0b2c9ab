import { setTimeout as wait } from 'node:timers/promises';
import { IDBFactory } from 'fake-indexeddb';
import { createLocalExpense } from '#contract/calls/localExpenses.ts';
import { urlOf } from '#contract/endpoint.ts';
import { browserEnv } from '#outbox/env.ts';
import { openOutbox, type Outbox } from '#outbox/outbox.ts';
import { openPersonStore } from '#storage/open.ts';
import { expenseBody } from './expenses.ts';
import { fakeCipher } from './fakeCipher.ts';
import { NOW } from './server.ts';

/** The product's own outbox on a phone that reaches the real server over some link, and pages that may be killed. */
export interface PhoneOnLink {
  /** Epoch milliseconds of the phone. */
  now(): number;
  openPage(): Promise<Page>;
}

export interface Page {
  outbox: Outbox;
  /** Sends until nothing is left, waiting between as a page does. `more`: whether something may still be saved. */
  sendAll(more?: () => boolean): Promise<void>;
  /** Nothing of it goes on; what it waits for never comes. */
  kill(): void;
}

export interface PhoneOptions {
  owner: string;
  token: string;
  /** Where the link is. */
  url: string;
  /** All clocks of the phone run that much faster. */
  scale: number;
}

/** How long a page sleeps that waits for nothing but what its person does. */
const IDLE_MS = 1_000;

export function phoneOnLink({ owner, token, url, scale }: PhoneOptions): PhoneOnLink {
  const factory = new IDBFactory();
  const begun = performance.now();
  const now = (): number => NOW + (performance.now() - begun) * scale;
  /** Held by a page while it sends; void when it dies, as a browser's lock is. */
  const locks = new Set<object>();

  const openPage = async (): Promise<Page> => {
    const life = new AbortController();
    const page = {};
    const store = await openPersonStore(owner, { factory });
    const alive = <Value>(value: Promise<Value>): Promise<Value> =>
      new Promise((resolve, reject) =>
        value.then(
          (it) => life.signal.aborted || resolve(it),
          (error: unknown) => life.signal.aborted || reject(error as Error),
        ),
      );
    const env = browserEnv({
      now,
      token: () => Promise.resolve(token),
      fetch: (input, init) =>
        alive(
          fetch(url + String(input), {
            ...init,
            signal: AbortSignal.any([life.signal, ...(init?.signal ? [init.signal] : [])]),
          }),
        ),
      timeout: (ms) => AbortSignal.timeout(Math.ceil(ms / scale)),
      lock: async (_name, run) => {
        if (locks.size > 0) return false;
        locks.add(page);
        await run(true);
        locks.delete(page);
        return true;
      },
      inParts: () => import('#outbox/sendParts.ts'),
      persist: () => Promise.resolve(),
      headers: () => ({ 'device-id': 'a-device-of-the-test', latitude: '12.97', longitude: '77.59' }),
      clientVersion: '20260715-0123456789ab',
    });
    const outbox = openOutbox({ store, vault: fakeCipher(owner), env });
    return {
      outbox,
      async sendAll(more = () => false) {
        for (;;) {
          const isMore = more();
          const { nextAt, left } = await outbox.drain();
          if (left === 0 && !isMore) return;
          await wait(Math.max(0, (nextAt ?? now() + IDLE_MS) - now()) / scale);
        }
      },
      kill() {
        life.abort();
        outbox.close();
        locks.delete(page);
      },
    };
  };
  return { now, openPage };
}

/** Saves a local claim with this bill, as its form does. */
export async function saveClaim({ outbox }: Page, remarks: string, bill: Buffer): Promise<void> {
  const { billUrl: _bills, ...body } = expenseBody('', { remarks });
  await outbox.enqueue(
    {
      endpoint: 'createLocalExpense',
      method: 'POST',
      url: urlOf(createLocalExpense),
      body,
      record: { kind: 'localExpense' },
      face: { title: remarks },
    },
    [{ localId: 'b1', bytes: new Uint8Array(bill).buffer, name: 'bill.pdf', type: 'application/pdf' }],
  );
}
