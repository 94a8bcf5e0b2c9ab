import type { Delivered, Delivery, DeliveryContext } from './deliver.ts';
import type { Bill } from './entry.ts';
import { afterFailure, afterPart } from './link.ts';
import type { PartsJob, PartsResult } from './sendParts.ts';
import { LEASE_MS } from './state.ts';

/** A lease is renewed when it is this old, so that the longest silence does not outlive it. */
const RENEW_MS = LEASE_MS / 5;

const sameBill = (a: Bill, b: Bill): boolean => a.localId === b.localId && a.hash === b.hash;

/**
 * Brings one bill to the server in parts, under a lease that is renewed and with an address that is kept (UPL-5). null:
 * it was taken from us, or its owner has changed it; `unknown`: the server does not know of parts.
 */
export async function deliverInParts(
  { env, store, parts, link, progress }: DeliveryContext,
  delivery: Delivery,
  sendInParts: (job: PartsJob) => Promise<PartsResult>,
): Promise<Delivered | null | 'unknown'> {
  const { entry, bill, bytes, token } = delivery;
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
    const result = await sendInParts({
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
    return result === 'unknown' ? result : { facts: result, progressed };
  } finally {
    progress(null);
  }
}
