import { FILE_TYPES } from '#contract/enums.ts';
import { MAX_BILLS, MAX_FILE_NAME } from '#contract/limits.ts';
import { SHARED_DRAFT, type DraftBill, type Drafts } from '#outbox/drafts.ts';

/** Where the share sheet posts to, and the field of its files: the manifest names the same. */
export const SHARE_PATH = '/share-target';
export const SHARE_FIELD = 'bills';
/** The form that opens with what was shared. */
export const SHARED_INTO = '/raise-local/expense?new=1';
/** Nobody is signed in, so there is no place to keep it: sign in first, then share again. */
const SIGN_IN = '/';

export interface ShareEnv {
  /** Drafts of the person who is signed in here; null when nobody is. */
  drafts: Pick<Drafts, 'loadDraft' | 'saveDraft'> | null;
  newId: () => string;
}

const isBill = (value: FormDataEntryValue): value is File => typeof value !== 'string' && value.size > 0 && (FILE_TYPES as readonly string[]).includes(value.type);

/**
 * Takes files that another app shared, beside those that no form has taken in yet, and answers where to go. The answer
 * comes after they are durably and sealed on the device, so that a shared bill is never lost on the way.
 */
export async function takeShared(form: FormData, { drafts, newId }: ShareEnv): Promise<string> {
  if (!drafts) return SIGN_IN;
  const bills: DraftBill[] = [...((await drafts.loadDraft(SHARED_DRAFT))?.bills ?? [])];
  for (const file of form.getAll(SHARE_FIELD).filter(isBill).slice(0, Math.max(0, MAX_BILLS - bills.length))) {
    bills.push({ localId: newId(), bytes: await file.arrayBuffer(), name: file.name.slice(0, MAX_FILE_NAME), type: file.type });
  }
  if (bills.length > 0) await drafts.saveDraft(SHARED_DRAFT, null, bills);
  return SHARED_INTO;
}
