import {
  BYTES_STORES,
  blobsOf,
  bytesContext,
  dropBytes,
  nameBytes,
  sealedOf,
  type NamedBytes,
  type SealedBytes,
} from '#storage/bytes.ts';
import type { PersonStore } from '#storage/open.ts';
import { withRoomForWork } from '#storage/roomForWork.ts';
import { byArrival, SHARE_ORDER, type ReadTx, type ShareRow, type WriteTx } from '#storage/schema.ts';
import { cipherOf, seal, unseal, type Vault } from '#storage/vault.ts';
import type { DraftBill, LeftOut } from './drafts.ts';
import { sha256 } from './env.ts';
import { allBills, ownerOf, tellInbox } from './inboxCount.ts';

/** How something came into the inbox. */
export type ShareSource = 'share' | 'camera' | 'paste' | 'file';

interface ShareFacts {
  id: string;
  /** Epoch milliseconds of the device. */
  at: number;
  source: ShareSource;
  /** What came with the files in words; '' where nothing did. */
  text: string;
  /** Files that are no bills, by name. */
  leftOut: LeftOut[];
}
interface ShareBill extends DraftBill {
  /** The signed code that the camera saw when it was shot, not verified (GST-11). */
  code?: string;
}
/** What came into the inbox at once: kept until a form takes it in. */
export interface Share extends ShareFacts {
  bills: ShareBill[];
}
/** The same without bytes, for a list. `size` in bytes, where it was noted. */
export interface ListedShare extends ShareFacts {
  bills: { localId: string; name: string; type: string; size?: number }[];
}
export interface NewShare extends Pick<Share, 'id' | 'bills' | 'leftOut'>, Partial<Pick<Share, 'text' | 'source'>> {
  /** It lay with the device before, and may be handed over again where that was interrupted: it is added once, ever. */
  handedOver?: true;
}

/** What is taken of a share: these bills of it, and with `whole` all that is left of it. */
export interface TakenShare {
  id: string;
  bills: readonly string[];
  whole?: boolean;
}

/**
 * The inbox of this person, one row for each share: nothing is read and written back, so none takes the place of
 * another (P11), and there is no limit but the device's own (INB-1).
 */
export interface Shares {
  /**
   * Durable when it resolves, with how many shares wait now. The same id again changes nothing. Throws
   * StorageFullError.
   */
  addShare(share: NewShare): Promise<number>;
  /** With their bytes, in the order of arrival; what cannot be opened is left where it is. `of`: these alone. */
  listShares(of?: readonly string[]): Promise<Share[]>;
  /** All of them in the order of arrival, no bytes read. */
  listed(): Promise<ListedShare[]>;
  /** The bytes of a bill; null where it is there no longer or cannot be read. */
  billOf(id: string, localId: string): Promise<ArrayBuffer | null>;
  /** Throws away what nobody has use for. Forms take shares with `saveDraft`, in its transaction. */
  dropShares(taken: readonly TakenShare[]): Promise<void>;
}

/** A form was taking in what another one has taken in meanwhile: look again. */
export class ShareGoneError extends Error {
  override readonly name = 'ShareGoneError';
}

const STORES = ['shares', ...BYTES_STORES] as const;
/** In `meta`: ids of shares that the device handed over (INB-6). More than may wait on a device at a time. */
const HANDED_OVER = 'handedOver';
const MAX_HANDED_OVER = 100;
const contextOf = (id: string): string => `shares/${id}`;

/**
 * Takes shares or bills of them out of the inbox, inside a transaction that has named their bytes elsewhere. A share
 * goes with its last bill. Throws ShareGoneError, which undoes all.
 */
export async function takeShares(tx: WriteTx, taken: readonly TakenShare[], must = true): Promise<void> {
  for (const { id, bills, whole = false } of taken) {
    const [shares, blobs] = [tx.objectStore('shares'), tx.objectStore('blobs')];
    const owner = ownerOf(id);
    if (must && (await shares.getKey(id)) === undefined) throw new ShareGoneError();
    for (const localId of bills) {
      if (must && (await blobs.getKey([owner, localId])) === undefined) throw new ShareGoneError();
      await dropBytes(tx, owner, localId);
    }
    if (whole) await dropBytes(tx, owner);
    if ((await blobs.count(blobsOf(owner))) === 0) await shares.delete(id);
  }
}

interface Content {
  bills: { localId: string; name: string; type: string; hash: string; size?: number; code?: string }[];
  leftOut: LeftOut[];
  /** Rows of earlier builds have neither. */
  text?: string;
  source?: ShareSource;
}

export function openShares(
  store: PersonStore,
  vault: Vault,
  now: () => number,
  hash: (bytes: ArrayBuffer) => Promise<string> = sha256,
): Shares {
  const cipher = cipherOf(vault);

  /** A row as it lies there; what has been taken of it is not there any more. */
  async function factsOf(row: ShareRow, there: ReadonlySet<string>): Promise<(ShareFacts & Content) | null> {
    const { id, at, sealed } = row;
    const content = (await unseal(cipher, sealed, contextOf(id)).catch(() => null)) as Content | null;
    return (
      content && {
        id,
        at,
        source: content.source ?? 'share',
        text: content.text ?? '',
        leftOut: content.leftOut,
        bills: content.bills.filter(({ localId }) => there.has(localId)),
      }
    );
  }
  const readBytes = async (sealed: ArrayBuffer | undefined, wanted: string): Promise<ArrayBuffer | null> => {
    const bytes = sealed ? await cipher.unseal(sealed, bytesContext(wanted)).catch(() => null) : null;
    return bytes && (await hash(bytes)) === wanted ? bytes : null;
  };
  /** The rows of these shares or of all, with the names of what is left of each, all of one moment. */
  async function rowsOf(tx: ReadTx, of?: readonly string[]): Promise<{ row: ShareRow; there: Set<string> }[]> {
    const shares = tx.objectStore('shares');
    const rows = of
      ? (await Promise.all(of.map((id) => shares.get(id)))).filter((row) => row !== undefined)
      : await shares.getAll();
    const left = new Map(rows.map((row) => [ownerOf(row.id), new Set<string>()]));
    for (const [owner, localId] of await tx.objectStore('blobs').getAllKeys(allBills())) left.get(owner)?.add(localId);
    return rows.sort(byArrival).map((row) => ({ row, there: left.get(ownerOf(row.id)) ?? new Set() }));
  }
  async function opened(facts: ShareFacts & Content, { byHash }: SealedBytes): Promise<Share> {
    const bills: ShareBill[] = [];
    const leftOut = [...facts.leftOut];
    for (const { localId, name, type, hash: wanted, code } of facts.bills) {
      const bytes = await readBytes(byHash.get(wanted), wanted);
      if (bytes) bills.push({ localId, bytes, name, type, ...(code !== undefined && { code }) });
      else leftOut.push({ name, why: 'lost' });
    }
    return { ...facts, bills, leftOut };
  }

  return {
    async addShare({ id, bills, leftOut, text = '', source = 'share', handedOver }) {
      const named: NamedBytes[] = [];
      const content: Content = { bills: [], leftOut, text, source };
      for (const { localId, bytes, name, type, code } of bills) {
        const own = await hash(bytes);
        const size = bytes.byteLength;
        content.bills.push({ localId, name, type, hash: own, size, ...(code !== undefined && { code }) });
        named.push({ owner: ownerOf(id), localId, hash: own, sealed: await cipher.seal(bytes, bytesContext(own)) });
      }
      const row: ShareRow = { id, at: now(), sealed: await seal(cipher, content, contextOf(id)) };
      const waiting = await withRoomForWork(store, () =>
        store.write([...STORES, 'meta'], async (tx) => {
          const [shares, meta] = [tx.objectStore('shares'), tx.objectStore('meta')];
          const before = handedOver ? (((await meta.get(HANDED_OVER)) ?? []) as string[]) : [];
          if ((await shares.getKey(id)) === undefined && !before.includes(id)) {
            if (handedOver) await meta.put([id, ...before].slice(0, MAX_HANDED_OVER), HANDED_OVER);
            const seq = Number((await meta.get(SHARE_ORDER)) ?? 0) + 1;
            await meta.put(seq, SHARE_ORDER);
            await shares.put({ ...row, seq });
            await nameBytes(tx, named);
          }
          return shares.count();
        }),
      );
      tellInbox();
      return waiting;
    },
    async listShares(of) {
      const lying = await store.read([...STORES], async (tx) =>
        Promise.all(
          (await rowsOf(tx, of)).map(async (each) => ({ ...each, bytes: await sealedOf(tx, ownerOf(each.row.id)) })),
        ),
      );
      const all = await Promise.all(
        lying.map(async ({ row, there, bytes }) => {
          const facts = await factsOf(row, there);
          return facts ? [await opened(facts, bytes)] : [];
        }),
      );
      return all.flat();
    },
    async listed() {
      const rows = await store.read([...STORES], (tx) => rowsOf(tx));
      const all = await Promise.all(rows.map(({ row, there }) => factsOf(row, there)));
      return all.filter((share) => share !== null);
    },
    async billOf(id, localId) {
      const found = await store.read([...STORES], async (tx) => {
        const named = (await tx.objectStore('blobs').get([ownerOf(id), localId]))?.hash;
        return named === undefined ? undefined : tx.objectStore('bytes').get(named);
      });
      return found ? readBytes(found.sealed, found.hash) : null;
    },
    async dropShares(taken) {
      await store.write([...STORES], (tx) => takeShares(tx, taken, false));
      tellInbox();
    },
  };
}
