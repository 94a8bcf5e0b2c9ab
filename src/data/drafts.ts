import type { Share, Shares } from '#outbox/shares.ts';
import {
  openDrafts,
  type Draft,
  type DraftBill,
  type Drafts,
  type SetAsideReason,
  type LeftOut,
  type Writer,
} from '#outbox/drafts.ts';
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
/** What other apps shared with this person, oldest first. */
export const listShares = async (): Promise<Share[]> => (await shares()).listShares();
export const dropShares = async (ids: readonly string[]): Promise<void> => (await shares()).dropShares(ids);

/**
 * How many files were shared on this device while nobody was signed in: for who is told of them now, and of how long
 * they are kept.
 */
export async function offeredFiles(): Promise<number> {
  const { openDeviceShares } = await import('#storage/deviceShares.ts');
  const device = await openDeviceShares(Date.now);
  try {
    const server = lastServerTime();
    if (server !== null) await device.dropOver(server).catch(() => undefined);
    const files = await device.count();
    // Too late rather than too early: a phone's clock may be behind.
    if (files > 0) await device.told(Math.max(now(), server ?? 0));
    return files;
  } finally {
    device.close();
  }
}

/** They are this person's, who says so: from now on shared with this account. Or they are thrown away. */
export async function answerOffer(mine: boolean): Promise<void> {
  const [{ openDeviceShares }, own] = await Promise.all([import('#storage/deviceShares.ts'), shares()]);
  const device = await openDeviceShares(Date.now);
  try {
    const offered = await device.listShares();
    // Kept there before they leave here; the same one twice is one.
    if (mine)
      for (const { id, bills, leftOut } of offered) await own.addShare({ id, bills, leftOut: leftOut as LeftOut[] });
    await device.dropShares(offered.map(({ id }) => id));
  } finally {
    device.close();
  }
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
export const loadDraft = async (key: string): Promise<Draft | null> => (await drafts()).loadDraft(key);
export const removeDraft = async (key: string, id?: string): Promise<void> => (await drafts()).removeDraft(key, id);
