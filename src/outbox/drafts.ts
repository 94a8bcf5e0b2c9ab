import {
  blobsOf,
  bytesContext,
  BytesGoneError,
  dropBytes,
  nameBytes,
  sealedOf,
  type NamedBytes,
  type SealedBytes,
} from '#storage/bytes.ts';
import { verifyBytes } from '#storage/readBack.ts';
import type { PersonStore } from '#storage/open.ts';
import { withRoomForWork } from '#storage/roomForWork.ts';
import type { DraftRow } from '#storage/schema.ts';
import { cipherOf, seal, unseal, type Vault } from '#storage/vault.ts';
import { ASIDE, asideOf, blobOwner, dropDraft, moveDraft } from './draftRows.ts';
import { randomKey, sha256 } from './env.ts';
import { tellInbox } from './inboxCount.ts';
import { takeShares, type TakenShare } from './shares.ts';

/**
 * Forms as they are being filled in (DR-1), sealed like everything else. `enqueue` removes the draft it was made from.
 */
export interface DraftBill {
  localId: string;
  bytes: ArrayBuffer;
  name: string;
  type: string;
}
export interface Draft {
  value: unknown;
  bills: DraftBill[];
  /** Epoch milliseconds of the device when it was saved. */
  at: number;
  /** Idempotency-Key of what will be made of it, the same in every tab. */
  id: string;
  /** The form that wrote it. */
  by: string | undefined;
}
/**
 * Of the form that saves: the key minted with its content, and a name for itself. Without `id` whatever lies there goes
 * on.
 */
export interface Writer {
  id?: string | undefined;
  by?: string | undefined;
  /** Shares whose files have joined: they leave their inbox with the same stroke, or ShareGoneError is thrown. */
  shares?: readonly TakenShare[] | undefined;
  /** The draft that this one is made of, as it was read: it goes too, or DraftMovedError is thrown (INB-4). */
  insteadOf?: Pick<Draft, 'id' | 'by' | 'at'> | undefined;
}
/** Somebody has typed on in the draft that another one was to be made of: read it again. */
export class DraftMovedError extends Error {
  override readonly name = 'DraftMovedError';
}
/** Written by a newer version of the app (OB-11), or no longer readable. */
export type SetAsideReason = 'newer' | 'damaged';
export interface Drafts {
  /**
   * Durable when it resolves. Bytes that lie on the device already are not written again; those that are new in this
   * draft were read back, so that a submit need not. Another content that was typed in the same place (another `id`)
   * goes aside and comes back when this one is gone. Throws StorageFullError.
   */
  saveDraft(key: string, value: unknown, bills?: readonly DraftBill[], writer?: Writer): Promise<void>;
  /** A draft that this build cannot open goes aside and is not lost; one that went aside and opens now comes back. */
  loadDraft(key: string): Promise<Draft | null>;
  /** With `id`: only the draft that has it, wherever it lies. */
  removeDraft(key: string, id?: string): Promise<void>;
  /** Why something that was typed here lies aside; null when nothing does. */
  setAsideReason(key: string): Promise<SetAsideReason | null>;
  /** Throws away what lies aside and can never be read; what a newer version wrote stays. */
  dropSetAside(key: string): Promise<void>;
  /** Keys of all drafts, newest first. */
  listDrafts(): Promise<{ key: string; at: number }[]>;
}

/**
 * Where older builds kept what other apps shared; what lies there is still taken in. Its value says what could not be
 * kept.
 */
export const SHARED_DRAFT = 'shared';
/** A shared file that is no bill, or one too many: the form says so when it opens. */
export interface LeftOut {
  name: string;
  why: 'type' | 'empty' | 'tooMany' | 'lost';
}
export const leftOutOf = (shared: Pick<Draft, 'value'> | null): readonly LeftOut[] =>
  (shared?.value as { leftOut?: LeftOut[] } | null | undefined)?.leftOut ?? [];

const DRAFT_VERSION = 1;
const contextOf = (key: string): string => `drafts/${key}`;
const blobContext = (key: string, localId: string): string => `blobs/${blobOwner(key)}/${localId}`;
const STORES = ['drafts', 'blobs', 'bytes'] as const;

interface Content {
  value: unknown;
  /** Without `hash`: of an older build, whose bytes lie with the draft. */
  bills: { localId: string; name: string; type: string; hash?: string }[];
}

/** A draft with its bytes. */
interface StoredDraft {
  row: DraftRow;
  there: SealedBytes;
}

const isAsideOf = (row: DraftRow, key: string): boolean =>
  row.key.startsWith(ASIDE) && row.key.slice(row.key.indexOf('/', ASIDE.length) + 1) === key;

export function openDrafts(
  store: PersonStore,
  vault: Vault,
  now: () => number,
  hash: (bytes: ArrayBuffer) => Promise<string> = sha256,
): Drafts {
  const cipher = cipherOf(vault);
  /** Typing on hands over the same bytes again and again. */
  const hashes = new WeakMap<ArrayBuffer, string>();
  const hashOf = async (bytes: ArrayBuffer): Promise<string> => {
    const made = hashes.get(bytes) ?? (await hash(bytes));
    hashes.set(bytes, made);
    return made;
  };
  /** What a draft says that was typed at `key`, wherever it lies; null when this build cannot open it. */
  const contentOf = async (row: DraftRow, key: string): Promise<Content | null> =>
    row.v > DRAFT_VERSION
      ? null
      : ((await unseal(cipher, row.sealed, contextOf(key)).catch(() => null)) as Content | null);
  const rowAt = (key: string): Promise<DraftRow | undefined> =>
    store.read(['drafts'], (tx) => tx.objectStore('drafts').get(key));
  const asides = async (key: string): Promise<DraftRow[]> =>
    (await store.read(['drafts'], (tx) => tx.objectStore('drafts').getAll())).filter((row) => isAsideOf(row, key));
  const moveTo = (row: DraftRow, to: string): Promise<boolean> =>
    store.write([...STORES], (tx) => moveDraft(tx, row, to));

  /** The key of a draft of an older build is minted once, for whichever tab shows it. */
  const keyed = async (row: DraftRow): Promise<string> => {
    if (row.id !== undefined) return row.id;
    const minted = randomKey();
    return store
      .write(['drafts'], async (tx) => {
        const now = await tx.objectStore('drafts').get(row.key);
        if (now && now.id === undefined) await tx.objectStore('drafts').put({ ...now, id: minted });
        return now?.id ?? minted;
      })
      .catch(() => minted);
  };

  /** The bytes of a draft's bill as they were captured; null when they cannot be read any more. */
  async function bytesOf(
    there: SealedBytes,
    key: string,
    { localId, hash: wanted }: Content['bills'][number],
  ): Promise<ArrayBuffer | null> {
    const sealed = wanted === undefined ? there.byId.get(localId) : there.byHash.get(wanted);
    const bytes = sealed
      ? await cipher.unseal(sealed, wanted === undefined ? blobContext(key, localId) : bytesContext(wanted))
      : null;
    return bytes && (wanted === undefined || (await hashOf(bytes)) === wanted) ? bytes : null;
  }
  /**
   * What was typed at `key`, there and aside (newest first), each with its bytes: all of one moment, for another tab
   * may be typing.
   */
  const lying = (key: string): Promise<{ own: StoredDraft | undefined; asides: StoredDraft[] }> =>
    store.read([...STORES], async (tx) => {
      const rows = (await tx.objectStore('drafts').getAll()).filter((row) => row.key === key || isAsideOf(row, key));
      const all = await Promise.all(
        rows.map(async (row): Promise<StoredDraft> => ({ row, there: await sealedOf(tx, blobOwner(row.key)) })),
      );
      const asides = all.filter(({ row }) => row.key !== key).sort((a, b) => b.row.at - a.row.at);
      return { own: all.find(({ row }) => row.key === key), asides };
    });

  const opened = async (key: string, content: Content, { row, there }: StoredDraft): Promise<Draft> => {
    const bills: DraftBill[] = [];
    for (const bill of content.bills) {
      const bytes = await bytesOf(there, key, bill).catch(() => null);
      // A bill that cannot be read is left out; the rest of the form is still there.
      if (bytes) bills.push({ localId: bill.localId, bytes, name: bill.name, type: bill.type });
    }
    return { value: content.value, bills, at: row.at, id: await keyed({ ...row, key }), by: row.by };
  };

  return {
    async saveDraft(key, value, bills = [], { id, by, shares = [], insteadOf } = {}) {
      const owner = blobOwner(key);
      const at = now();
      const hashed = await Promise.all(bills.map(async (bill) => ({ ...bill, hash: await hashOf(bill.bytes) })));
      const before = id === undefined ? await rowAt(key) : undefined;
      const goesOn = before && (await contentOf(before, key)) ? before : undefined;
      const mine = id ?? goesOn?.id ?? randomKey();
      const isOwn = (last: DraftRow): boolean =>
        last.v <= DRAFT_VERSION && (last.id === mine || (goesOn !== undefined && last.id === goesOn.id));
      const isReplaced = ({ taken, ...last }: DraftRow): boolean =>
        !taken && last.id === insteadOf?.id && last.by === insteadOf?.by && last.at === insteadOf?.at;
      const content: Content = {
        value,
        bills: hashed.map(({ localId, name, type, hash }) => ({ localId, name, type, hash })),
      };
      const row: DraftRow = {
        key,
        v: DRAFT_VERSION,
        at,
        sealed: await seal(cipher, content, contextOf(key)),
        id: mine,
        ...(by !== undefined && { by }),
      };
      for (;;) {
        const { there, known } = await store.read(['bytes', 'blobs'], async (tx) => ({
          there: await Promise.all(hashed.map(({ hash }) => tx.objectStore('bytes').getKey(hash))),
          known: await tx.objectStore('blobs').getAll(blobsOf(owner)),
        }));
        const named: (NamedBytes & { bytes: ArrayBuffer })[] = [];
        for (const { localId, bytes, hash } of hashed)
          named.push({
            owner,
            localId,
            hash,
            bytes,
            sealed: there.includes(hash) ? undefined : await cipher.seal(bytes, bytesContext(hash)),
          });
        const isVerified = ({ localId, hash }: NamedBytes): boolean =>
          known.some((row) => row.localId === localId && row.hash === hash && row.verified === true);
        try {
          await withRoomForWork(store, () =>
            store.write(shares.length > 0 ? [...STORES, 'shares'] : [...STORES], async (tx) => {
              const drafts = tx.objectStore('drafts');
              const last = await drafts.get(key);
              if (insteadOf && !(last && isReplaced(last))) throw new DraftMovedError();
              if (last && !insteadOf && !isOwn(last))
                await (last.taken ? dropDraft(tx, { key }) : moveDraft(tx, last, asideOf(last)));
              await drafts.put(row);
              await nameBytes(tx, named);
              await takeShares(tx, shares);
              for (const [, localId] of await tx.objectStore('blobs').getAllKeys(blobsOf(owner)))
                if (!bills.some((bill) => bill.localId === localId)) await dropBytes(tx, owner, localId);
              const older = asideOf(row);
              await drafts.delete(older);
              await dropBytes(tx, blobOwner(older));
            }),
          );
        } catch (error) {
          if (!(error instanceof BytesGoneError)) throw error;
          continue;
        }
        // Where the disk does not answer, the draft is as good as it can be: who submits it reads back then.
        const added = named.filter((bill) => !isVerified(bill));
        await verifyBytes(store, cipher, hash, added).catch(() => undefined);
        if (shares.length > 0) tellInbox();
        return;
      }
    },
    async loadDraft(key) {
      // Whenever another tab has changed something since it was read, everything is read again.
      again: for (;;) {
        const { own, asides } = await lying(key);
        if (own?.row.taken) {
          // Given back meanwhile, because its entry was: then it is read again.
          await store.write([...STORES], async (tx) => {
            if ((await tx.objectStore('drafts').get(key))?.taken)
              await dropDraft(tx, { key, id: own.row.id, by: own.row.by });
          });
          continue;
        }
        const content = own && (await contentOf(own.row, key));
        if (own && content) return opened(key, content, own);
        if (own && !(await moveTo(own.row, asideOf(own.row)))) continue;
        for (const aside of asides) {
          const readable = aside.row.taken ? null : await contentOf(aside.row, key);
          if (!readable) continue;
          if (!(await moveTo(aside.row, key))) continue again;
          return opened(key, readable, aside);
        }
        return null;
      }
    },
    removeDraft: (key, id) => store.write([...STORES], (tx) => dropDraft(tx, { key, id })),
    async setAsideReason(key) {
      const rows = await asides(key);
      if (rows.some(({ v }) => v > DRAFT_VERSION)) return 'newer';
      for (const row of rows) if (!(await contentOf(row, key))) return 'damaged';
      return null;
    },
    async dropSetAside(key) {
      for (const row of await asides(key)) {
        if (row.v > DRAFT_VERSION || (await contentOf(row, key))) continue;
        await store.write([...STORES], (tx) => dropDraft(tx, { key: row.key }));
      }
    },
    async listDrafts() {
      const rows = await store.read(['drafts'], (tx) => tx.objectStore('drafts').getAll());
      return rows
        .filter(({ key, v, taken }) => v <= DRAFT_VERSION && !key.startsWith(ASIDE) && !taken)
        .map(({ key, at }) => ({ key, at }))
        .sort((a, b) => b.at - a.at);
    },
  };
}
