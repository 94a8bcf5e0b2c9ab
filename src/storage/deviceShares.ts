import { connect, type OpenOptions } from './connection.ts';
import { DEVICE_STEPS } from './migrations.ts';
import { byArrival, DEVICE_STORE, SHARE_ORDER, type DeviceSchema, type DeviceShareRow } from './schema.ts';
import { cipherOf, seal, unseal } from './vault.ts';

/**
 * What was shared while nobody was signed in. It belongs to no account: sealed with a key of the device that never
 * leaves the browser, and only ever offered, never attached by itself (ST-5, P11, OB-7).
 */
interface DeviceShare {
  id: string;
  /** Epoch milliseconds of the device. */
  at: number;
  /** As they were handed in, each with its bytes. */
  bills: { localId: string; bytes: ArrayBuffer; name: string; type: string }[];
  leftOut: unknown[];
  /** What came with them in words; '' where nothing did. */
  text: string;
}
export interface DeviceShares {
  /**
   * Durable when it resolves, with how many wait now. Throws InboxFullError where as many wait as may, and what the
   * disk throws.
   */
  addShare(share: Omit<DeviceShare, 'at' | 'text'> & { text?: string }): Promise<number>;
  /** How many files there are, and texts without one; opens none. */
  count(): Promise<number>;
  /** Somebody is shown at `at` that they wait, and for how long they will. */
  told(at: number): Promise<void>;
  /**
   * Throws away what its time is over of. `server`: what the server's clock last showed, for a phone's own may jump
   * (TM-4).
   */
  dropOver(server: number): Promise<void>;
  /** Oldest first; what cannot be opened is left out. */
  listShares(): Promise<DeviceShare[]>;
  dropShares(ids: readonly string[]): Promise<void>;
  close(): void;
}

/** Maximum number of shares that may wait for a sign-in. */
export const MAX_SHARES = 20;
/** Nobody asked for them this long, and this long after somebody was told that they wait. */
const KEPT_MS = 30 * 86_400_000;
const NOTICE_MS = 7 * 86_400_000;

/** As many shares wait as may: one of them has to be attached or thrown away first. */
export class InboxFullError extends Error {
  override readonly name = 'InboxFullError';
}

const KEY = 'shareKey';
const isOver = ({ at, told }: DeviceShareRow, server: number): boolean =>
  told !== undefined && server - at >= KEPT_MS && server - told >= NOTICE_MS;
const contextOf = (id: string, part: string): string => `shares/${id}/${part}`;

export async function openDeviceShares(now: () => number, options: OpenOptions = {}): Promise<DeviceShares> {
  const db = await connect<DeviceSchema>(DEVICE_STORE, options.steps ?? DEVICE_STEPS, options);
  /** Made at first use; of two tabs that make one, the first counts. */
  async function cipher() {
    const known = await db.read(['meta'], (tx) => tx.objectStore('meta').get(KEY));
    if (known !== undefined) return cipherOf(known as CryptoKey);
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const key = await db.write(['meta'], async (tx) => {
      const there = (await tx.objectStore('meta').get(KEY)) as CryptoKey | undefined;
      if (!there) await tx.objectStore('meta').put(made, KEY);
      return there ?? made;
    });
    return cipherOf(key);
  }
  return {
    async addShare({ id, bills, leftOut, text = '' }) {
      const own = await cipher();
      const files = await Promise.all(bills.map(({ bytes, localId }) => own.seal(bytes, contextOf(id, localId))));
      const facts = { leftOut, text, bills: bills.map(({ localId, name, type }) => ({ localId, name, type })) };
      const row: DeviceShareRow = { id, at: now(), files, sealed: await seal(own, facts, contextOf(id, '')) };
      return db.write(['shares', 'meta'], async (tx) => {
        const before = await tx.objectStore('shares').count();
        if (before >= MAX_SHARES) throw new InboxFullError();
        const seq = Number((await tx.objectStore('meta').get(SHARE_ORDER)) ?? 0) + 1;
        await tx.objectStore('meta').put(seq, SHARE_ORDER);
        await tx.objectStore('shares').put({ ...row, seq });
        return before + 1;
      });
    },
    told: (at) =>
      db.write(['shares'], async (tx) => {
        for (let cursor = await tx.objectStore('shares').openCursor(); cursor; cursor = await cursor.continue())
          if (cursor.value.told === undefined) await cursor.update({ ...cursor.value, told: at });
      }),
    dropOver: (server) =>
      db.write(['shares'], async (tx) => {
        for (let cursor = await tx.objectStore('shares').openCursor(); cursor; cursor = await cursor.continue())
          if (isOver(cursor.value, server)) await cursor.delete();
      }),
    count: async () =>
      (await db.read(['shares'], (tx) => tx.objectStore('shares').getAll())).reduce(
        (sum, { files }) => sum + Math.max(1, files.length),
        0,
      ),
    async listShares() {
      const rows = (await db.read(['shares'], (tx) => tx.objectStore('shares').getAll())).sort(byArrival);
      if (rows.length === 0) return [];
      const own = await cipher();
      const open = async ({ id, at, files, sealed }: DeviceShareRow): Promise<DeviceShare> => {
        const facts = (await unseal(own, sealed, contextOf(id, ''))) as {
          leftOut: unknown[];
          text?: string;
          bills: { localId: string; name: string; type: string }[];
        };
        const bills = await Promise.all(
          facts.bills.map(async (bill, i) => ({
            ...bill,
            bytes: await own.unseal(files[i] ?? new ArrayBuffer(0), contextOf(id, bill.localId)),
          })),
        );
        return { id, at, bills, leftOut: facts.leftOut, text: facts.text ?? '' };
      };
      return (await Promise.all(rows.map((row) => open(row).catch(() => null)))).filter((share) => share !== null);
    },
    dropShares: (ids) =>
      db.write(
        ['shares'],
        async (tx) => void (await Promise.all(ids.map((id) => tx.objectStore('shares').delete(id)))),
      ),
    close: () => db.close(),
  };
}
