import type { Bill, Entry, Lease } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import { afterFailure, afterPart } from './link.ts';
import type { RawResponse } from './outcome.ts';
import type { OutboxParts } from './parts.ts';
import { sendBill } from './send.ts';
import { LEASE_MS } from './state.ts';
import type { OutboxStore } from './store.ts';

/**
 * Brings one bill to the server: in one piece where that is quick, else in parts that go on where they were (UPL-5).
 */

/** How far a bill is on its way. Told, never stored: it is true for a moment only. */
export interface Progress {
  entryId: string;
  localId: string;
  /** Bytes that the server has. */
  sent: number;
  of: number;
}

/** What this outbox has seen of the link and of uploads; forgotten with it. */
export interface Link {
  /** Bytes that one part may have. */
  partBytes: number;
  /** Address of an upload → how much of it was safe when it was last heard of. */
  safe: Map<string, number>;
}

export interface DeliveryContext {
  env: OutboxEnv;
  store: OutboxStore;
  parts: OutboxParts;
  link: Link;
  /** Tells screens, and the other tabs; null: nothing is on its way any more. */
  progress(progress: Progress | null): void;
}

export interface Delivery {
  entry: Entry;
  bill: Bill;
  bytes: ArrayBuffer;
  token: string;
  lease: Lease;
}

export interface Delivered {
  facts: RawResponse;
  /** Some of it is safe that was not before: the retry pause starts over. */
  progressed: boolean;
}

/** A lease is renewed when it is this old, so that the longest silence does not outlive it. */
const RENEW_MS = LEASE_MS / 5;

const sameBill = (a: Bill, b: Bill): boolean => a.localId === b.localId && a.hash === b.hash;

async function inOnePiece(
  { env, parts, link }: DeliveryContext,
  { entry, bill, bytes, token }: Delivery,
): Promise<Delivered> {
  const facts = await sendBill(env, entry, bill, bytes, token);
  if ('failed' in facts) link.partBytes = afterFailure(link.partBytes, parts.sizes);
  return { facts, progressed: false };
}

/** null: it was taken from us, or its owner has changed it. */
export async function deliverBill(context: DeliveryContext, delivery: Delivery): Promise<Delivered | null> {
  const { env, store, parts, link, progress } = context;
  const { entry, bill, bytes, token } = delivery;
  if (!env.inParts || (bill.uploadUrl === undefined && bytes.byteLength <= link.partBytes))
    return inOnePiece(context, delivery);
  const tus = await env.inParts().catch(() => null);
  if (tus === null) return { facts: { failed: 'network' }, progressed: false };

  let { lease } = delivery;
  let url = bill.uploadUrl;
  let progressed = false;
  /** Changes our entry while it still is ours and still has this bill. */
  const alter = async (change: (bill: Bill) => Bill): Promise<boolean> => {
    const now = { ...lease, at: env.now() };
    const done = await store.update(({ entries }) => {
      const mine = entries.find(
        ({ id, lease: held }) => id === entry.id && held?.by === lease.by && held.epoch === lease.epoch,
      );
      if (!mine?.bills.some((each) => sameBill(each, bill))) return null;
      return {
        put: [{ ...mine, lease: now, bills: mine.bills.map((each) => (sameBill(each, bill) ? change(each) : each)) }],
        result: true,
      };
    });
    if (done) lease = now;
    return done === true;
  };
  const tell = (sent: number): void =>
    progress({ entryId: entry.id, localId: bill.localId, sent, of: bytes.byteLength });
  tell(link.safe.get(url ?? '') ?? 0);
  try {
    const result = await tus.sendInParts({
      env,
      entry,
      bill,
      bytes,
      token,
      partBytes: () => link.partBytes,
      measured: (size, ms) =>
        (link.partBytes =
          ms === null
            ? afterFailure(link.partBytes, parts.sizes)
            : afterPart(link.partBytes, { bytes: size, ms }, parts.sizes)),
      acknowledged: (offset) => {
        if (url === undefined) return;
        if (offset > (link.safe.get(url) ?? 0)) progressed = true;
        link.safe.set(url, offset);
        tell(offset);
      },
      mayGoOn: async () => (env.now() - lease.at < RENEW_MS && env.now() >= lease.at ? true : alter((each) => each)),
      keep: async (next) => {
        url = next;
        return alter(({ uploadUrl: _uploadUrl, ...rest }) =>
          next === undefined ? rest : { ...rest, uploadUrl: next },
        );
      },
    });
    if (result === 'taken') return null;
    if (result === 'unknown') return await inOnePiece(context, delivery);
    return { facts: result, progressed };
  } finally {
    progress(null);
  }
}
