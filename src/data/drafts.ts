import type { ListedShare, NewShare, Share, Shares, TakenShare } from '#outbox/shares.ts';
import {
  openDrafts,
  type Draft,
  type DraftBill,
  type Drafts,
  type SetAsideReason,
  type LeftOut,
  type Writer,
} from '#outbox/drafts.ts';
import type { DeviceShares } from '#storage/deviceShares.ts';
import { lastServerTime, now } from './clock.ts';
import { requirePerson, type OpenPerson } from './person.ts';

const opened = new WeakMap<OpenPerson, Drafts>();
/**
 * Forms of the signed-in person as they are being filled in (DR-1). All reject when this browser keeps nothing. The
 * same ones while the person is: they know which bytes they have hashed.
 */
const drafts = async (): Promise<Drafts> => {
  const here = await requirePerson();
  const all = opened.get(here) ?? openDrafts(here.store, here.key, Date.now);
  opened.set(here, all);
  return all;
};

const shares = async (): Promise<Shares> => {
  const [{ openShares }, { store, key }] = await Promise.all([import('#outbox/shares.ts'), requirePerson()]);
  return openShares(store, key, Date.now);
};
/** Shares of the inbox with their bytes, in the order of arrival. */
export const listShares = async (of?: readonly string[]): Promise<Share[]> => (await shares()).listShares(of);
/** What is in the inbox of this person, in the order of arrival; no bytes are read. */
export const listedShares = async (): Promise<ListedShare[]> => (await shares()).listed();
/** Puts something into the inbox; durable when it resolves. Throws StorageFullError. */
export const addShare = async (share: NewShare): Promise<number> => (await shares()).addShare(share);
export const dropShares = async (taken: readonly TakenShare[]): Promise<void> => (await shares()).dropShares(taken);
/** The bytes of a bill in the inbox. Throws where it is there no longer. */
export async function sharedBytes(id: string, localId: string): Promise<ArrayBuffer> {
  const bytes = await (await shares()).billOf(id, localId);
  if (!bytes) throw new Error('This bill is not in the inbox any more.');
  return bytes;
}

async function withDeviceShares<Made>(work: (device: DeviceShares, server: number | null) => Promise<Made>) {
  const { openDeviceShares } = await import('#storage/deviceShares.ts');
  const device = await openDeviceShares(Date.now);
  try {
    return await work(device, lastServerTime());
  } finally {
    device.close();
  }
}

/** How many files were shared on this device while nobody was signed in; what its time is over of is thrown away. */
export const offeredFiles = (): Promise<number> =>
  withDeviceShares(async (device, server) => {
    if (server !== null) await device.dropOver(server).catch(() => undefined);
    return device.count();
  });

/** Somebody is told now that they wait, and of how long they are kept. */
export const toldOfOffer = (): Promise<void> =>
  // Too late rather than too early: a phone's clock may be behind.
  withDeviceShares((device, server) => device.told(Math.max(now(), server ?? 0)));

/**
 * They are this person's, who says so: from now on shared with this account. Or they are thrown away. Answers the ids
 * of what was taken over.
 */
export async function answerOffer(mine: boolean): Promise<string[]> {
  const own = await shares();
  return withDeviceShares(async (device) => {
    const offered = await device.listShares();
    // Kept there before they leave here; the same one twice is one.
    if (mine)
      for (const { leftOut, ...share } of offered)
        await own.addShare({ ...share, leftOut: leftOut as LeftOut[], handedOver: true });
    await device.dropShares(offered.map(({ id }) => id));
    return mine ? offered.map(({ id }) => id) : [];
  });
}

export type { Draft, DraftBill };
/** What a form's place for its draft has to say of what lies aside. */
export const aside = {
  kept: async (key: string): Promise<SetAsideReason | null> => (await drafts()).setAsideReason(key),
  dropKept: async (key: string): Promise<void> => (await drafts()).dropSetAside(key),
};
export const saveDraft = async (
  key: string,
  value: unknown,
  bills: readonly DraftBill[],
  writer?: Writer,
): Promise<void> => (await drafts()).saveDraft(key, value, bills, writer);
/** Where something is being written. */
export const draftKeys = async (): Promise<string[]> => (await (await drafts()).listDrafts()).map(({ key }) => key);
export const loadDraft = async (key: string): Promise<Draft | null> => (await drafts()).loadDraft(key);
export const removeDraft = async (key: string, id?: string): Promise<void> => (await drafts()).removeDraft(key, id);
