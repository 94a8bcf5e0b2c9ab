import { removeDraft } from '#data/drafts.ts';
import { openKeeper } from '#form/keeper.ts';

const NOWHERE = { load: () => Promise.resolve(null), save: () => Promise.resolve(), remove: () => Promise.resolve() };

/** Leaves no draft there: not even what the form of the test before is still writing as it goes. */
export async function noDraft(key: string): Promise<void> {
  await openKeeper(key, NOWHERE).find();
  await removeDraft(key);
}
