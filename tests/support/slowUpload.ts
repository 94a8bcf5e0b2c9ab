import { setTimeout as wait } from 'node:timers/promises';
import { IDBFactory } from 'fake-indexeddb';
import { urlOf } from '#contract/endpoint.ts';
import { createLocalExpense } from '#contract/calls/localExpenses.ts';
import { documentPath } from '#contract/file.ts';
import { browserEnv } from '#outbox/env.ts';
import { openOutbox, type Outbox } from '#outbox/outbox.ts';
import { openPersonStore } from '#storage/open.ts';
import { expenseBody } from './expenses.ts';
import { fakeCipher } from './fakeCipher.ts';
import { hashOf, pdf } from './files.ts';
import { email } from './people.ts';
import { NOW, type TestServer } from './server.ts';
import { slowLink } from './slowLink.ts';

/**
 * A bill over a bad link: the product's own outbox in a page that is killed again and again, a TCP link that is slow
 * and cut, the real server. `scale` lets all clocks run that much faster, the link too: the bytes stay what they are.
 */
export interface SlowUpload {
  bytes: number;
  bytesPerSecond: number;
  cutEvery: number;
  kills: number;
  scale: number;
}

export interface SlowUploadResult {
  /** Bytes that passed towards the server, by the bytes of the bill. */
  ratio: number;
  /** Whether the server has the very bytes. */
  identical: boolean;
  /** Seconds of the phone. */
  seconds: number;
  kills: number;
  cuts: number;
  connections: number;
  claims: number;
}

const OWNER = email('employee');

export async function slowUpload(
  server: TestServer,
  { bytes: size, bytesPerSecond, cutEvery, kills, scale }: SlowUpload,
): Promise<SlowUploadResult> {
  const token = await server.signIn('employee');
  const link = await slowLink(server.url, { bytesPerSecond: bytesPerSecond * scale, cutEvery: cutEvery / scale });
  const factory = new IDBFactory();
  const bytes = pdf('over a slow link', size);
  const begun = performance.now();
  const now = (): number => NOW + (performance.now() - begun) * scale;
  /** Held by a page while it sends; void when it dies, as a browser's lock is. */
  const locks = new Set<object>();
  let killed = 0;

  const openPage = async (): Promise<{ outbox: Outbox; kill: () => void }> => {
    const life = new AbortController();
    const page = {};
    const store = await openPersonStore(OWNER, { factory });
    // After a kill nothing of a page goes on: what it waits for never comes.
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
          fetch(link.url + String(input), {
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
    const outbox = openOutbox({ store, vault: fakeCipher(OWNER), env });
    return {
      outbox,
      kill: () => {
        life.abort();
        outbox.close();
        locks.delete(page);
      },
    };
  };

  let page = await openPage();
  const { billUrl: _bills, ...body } = expenseBody('', { remarks: 'Over a slow link' });
  await page.outbox.enqueue(
    {
      endpoint: 'createLocalExpense',
      method: 'POST',
      url: urlOf(createLocalExpense),
      body,
      record: { kind: 'localExpense' },
      face: { title: 'Taxi' },
    },
    [{ localId: 'b1', bytes: new Uint8Array(bytes).buffer, name: 'bill.pdf', type: 'application/pdf' }],
  );
  for (let done = false; !done;) {
    let dead = false;
    let failed: unknown;
    const life = (async () => {
      for (;;) {
        const { nextAt, left } = await page.outbox.drain();
        if (left === 0) return;
        await wait(Math.max(0, (nextAt ?? now() + 1_000) - now()) / scale);
      }
    })().then(
      () => (done = true),
      (error: unknown) => (failed ??= error),
    );
    const killer = (async () => {
      const at = ((killed + 1) * size) / (kills + 1);
      while (!done && (killed >= kills || link.up() < at)) await wait(5);
      dead = !done;
    })();
    await Promise.race([life, killer]);
    if (failed !== undefined) throw failed as Error;
    if (!dead) continue;
    page.kill();
    killed += 1;
    page = await openPage();
    await page.outbox.retryAll();
  }
  page.outbox.close();
  const seconds = ((performance.now() - begun) * scale) / 1000;
  const api = server.with(token);
  const document = await api.get(documentPath(hashOf(bytes)));
  const claims = await server.database.db
    .selectFrom('claim_bills')
    .select('claim_id')
    .where('file_hash', '=', hashOf(bytes))
    .execute();
  await link.close();
  return {
    ratio: link.up() / size,
    identical: document.bytes.equals(bytes),
    seconds,
    kills: killed,
    cuts: link.cuts(),
    connections: link.connections(),
    claims: claims.length,
  };
}
