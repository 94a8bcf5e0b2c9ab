import type { Bill, Entry, Lease } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import { afterFailure } from './link.ts';
import type { RawResponse } from './outcome.ts';
import type { OutboxParts } from './parts.ts';
import { pieceInTime } from './pieces.ts';
import { sendBill } from './send.ts';
import type { OutboxStore } from './store.ts';

/**
 * Brings one bill to the server: in one piece where it is small, else in parts that go on where they were (UPL-5).
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
  /** Whether one request may carry several calls, as far as is known. */
  carries: boolean;
  /** The last time that what sends in parts was wanted, it could not be loaded. */
  noParts?: boolean;
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
  const { env, link, parts } = context;
  const { bill, bytes } = delivery;
  // However quick the link is: what is cut in the middle of a piece is sent all over again.
  const whole = Math.min(link.partBytes, parts.sizes.first);
  if (!env.inParts || (bill.uploadUrl === undefined && bytes.byteLength <= whole)) return inOnePiece(context, delivery);
  const tus = await pieceInTime(env, env.inParts);
  const inVain = link.noParts === true;
  link.noParts = tus === 'failed';
  // Not loaded once is a bad network, most likely. Twice, and it may not come at all, though calls pass (OB-15).
  if (tus === 'late' || (tus === 'failed' && inVain)) return inOnePiece(context, delivery);
  if (tus === 'failed') return { facts: { failed: 'network' }, progressed: false };
  const delivered = await tus.deliverInParts(context, delivery, tus.sendInParts);
  return delivered === 'unknown' ? inOnePiece(context, delivery) : delivered;
}
