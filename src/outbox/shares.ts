import {
  BYTES_STORES,
  bytesContext,
  dropBytes,
  nameBytes,
  sealedOf,
  type NamedBytes,
  type SealedBytes,
} from '#storage/bytes.ts';
import type { PersonStore } from '#storage/open.ts';
import { withRoomForWork } from '#storage/roomForWork.ts';
import type { ShareRow, WriteTx } from '#storage/schema.ts';
import { cipherOf, seal, unseal, type Vault } from '#storage/vault.ts';
import type { DraftBill, LeftOut } from './drafts.ts';
import { sha256 } from './env.ts';

/** What another app shared at once: kept until a form takes it in. */
export interface Share {
  id: string;
  /** Epoch milliseconds of the device. */
  at: number;
  bills: DraftBill[];
  /** Files that are no bills, by name. */
  leftOut: LeftOut[];
}

/**
 * Files that other apps shared with this person, one row for each share: nothing is read and written back, so none
 * takes the place of another (P11).
 */
export interface Shares {
  /** Durable when it resolves. The same id again changes nothing. Throws StorageFullError. */
  addShare(share: Pick<Share, 'id' | 'bills' | 'leftOut'>): Promise<void>;
  /** Oldest first; what cannot be opened is left where it is. */
  listShares(): Promise<Share[]>;
  /** Throws away what no form has use for. Forms take shares with `saveDraft`, in its transaction. */
  dropShares(ids: readonly string[]): Promise<void>;
}

/** A form was taking in what another one has taken in meanwhile: look again. */
export class ShareGoneError extends Error {
  override readonly name = 'ShareGoneError';
}

const STORES = ['shares', ...BYTES_STORES] as const;
const ownerOf = (id: string): string => `share:${id}`;
const contextOf = (id: string): string => `shares/${id}`;

/**
 * Takes shares out of the inbox, inside a transaction that has named their bytes elsewhere. Throws ShareGoneError,
 * which undoes all.
 */
export async function takeShares(tx: WriteTx, ids: readonly string[], must = true): Promise<void> {
  for (const id of ids) {
    if (must && (await tx.objectStore('shares').getKey(id)) === undefined) throw new ShareGoneError();
    await tx.objectStore('shares').delete(id);
    await dropBytes(tx, ownerOf(id));
  }
}

interface Content {
  bills: { localId: string; name: string; type: string; hash: string }[];
  leftOut: LeftOut[];
}

export function openShares(
  store: PersonStore,
  vault: Vault,
  now: () => number,
  hash: (bytes: ArrayBuffer) => Promise<string> = sha256,
): Shares {
  const cipher = cipherOf(vault);

  async function opened({ id, at, sealed }: ShareRow, there: SealedBytes): Promise<Share[]> {
    const content = (await unseal(cipher, sealed, contextOf(id)).catch(() => null)) as Content | null;
    if (!content) return [];
    const bills: DraftBill[] = [];
    const leftOut = [...content.leftOut];
    for (const { localId, name, type, hash: wanted } of content.bills) {
      const kept = there.byHash.get(wanted);
      const bytes = kept ? await cipher.unseal(kept, bytesContext(wanted)).catch(() => null) : null;
      if (bytes && (await hash(bytes)) === wanted) bills.push({ localId, bytes, name, type });
      else leftOut.push({ name, why: 'lost' });
    }
    return [{ id, at, bills, leftOut }];
  }

  return {
    async addShare({ id, bills, leftOut }) {
      const named: NamedBytes[] = [];
      const content: Content = { bills: [], leftOut };
      for (const { localId, bytes, name, type } of bills) {
        const own = await hash(bytes);
        content.bills.push({ localId, name, type, hash: own });
        named.push({ owner: ownerOf(id), localId, hash: own, sealed: await cipher.seal(bytes, bytesContext(own)) });
      }
      const row: ShareRow = { id, at: now(), sealed: await seal(cipher, content, contextOf(id)) };
      await withRoomForWork(store, () =>
        store.write([...STORES], async (tx) => {
          if ((await tx.objectStore('shares').getKey(id)) !== undefined) return;
          await tx.objectStore('shares').put(row);
          await nameBytes(tx, named);
        }),
      );
    },
    async listShares() {
      const lying = await store.read([...STORES], async (tx) => {
        const rows = await tx.objectStore('shares').getAll();
        return Promise.all(rows.map(async (row) => ({ row, there: await sealedOf(tx, ownerOf(row.id)) })));
      });
      return (
        await Promise.all(lying.sort((a, b) => a.row.at - b.row.at).map(({ row, there }) => opened(row, there)))
      ).flat();
    },
    dropShares: (ids) => store.write([...STORES], (tx) => takeShares(tx, ids, false)),
  };
}
