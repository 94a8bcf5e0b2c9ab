import { openDrafts, type Draft, type DraftBill, type Drafts, type KeptAside, type Writer } from '#outbox/drafts.ts';
import { personHere } from './person.ts';

/** Forms of the signed-in person as they are being filled in (DR-1). All reject when this browser keeps nothing. */
const drafts = async (): Promise<Drafts> => {
  const { store, key } = await personHere();
  return openDrafts(store, key, Date.now);
};

export type { Draft, DraftBill };
/** What a form's place for its draft has to say of what lies aside. */
export const aside = {
  kept: async (key: string): Promise<KeptAside | null> => (await drafts()).keptAside(key),
  dropKept: async (key: string): Promise<void> => (await drafts()).dropAside(key),
};
export const saveDraft = async (key: string, value: unknown, bills: readonly DraftBill[], writer?: Writer): Promise<void> => (await drafts()).saveDraft(key, value, bills, writer);
export const loadDraft = async (key: string): Promise<Draft | null> => (await drafts()).loadDraft(key);
export const removeDraft = async (key: string, id?: string): Promise<void> => (await drafts()).removeDraft(key, id);
