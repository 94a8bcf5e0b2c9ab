import { FILE_TYPES } from '#contract/enums.ts';
import { MAX_BILLS, MAX_FILE_NAME } from '#contract/limits.ts';
import { leftOutOf, SHARED_DRAFT, type DraftBill, type Drafts, type LeftOut } from '#outbox/drafts.ts';

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

/** A field without a file comes as one without name and content. */
const isFile = (value: FormDataEntryValue): value is File => typeof value !== 'string' && (value.size > 0 || value.name !== '');
/** Why a file is no bill; null when it may be one. */
const faultOf = (file: File): LeftOut['why'] | null => (!(FILE_TYPES as readonly string[]).includes(file.type) ? 'type' : file.size === 0 ? 'empty' : null);

/**
 * Takes files that another app shared, beside those that no form has taken in yet, and answers where to go. The answer
 * comes after they are durably and sealed on the device, so that a shared bill is never lost on the way. What is not taken
 * is noted by its name, for the form to say.
 */
export async function takeShared(form: FormData, { drafts, newId }: ShareEnv): Promise<string> {
  if (!drafts) return SIGN_IN;
  const before = await drafts.loadDraft(SHARED_DRAFT);
  const bills: DraftBill[] = [...(before?.bills ?? [])];
  const leftOut: LeftOut[] = [...leftOutOf(before)];
  for (const file of form.getAll(SHARE_FIELD).filter(isFile)) {
    const why = faultOf(file) ?? (bills.length >= MAX_BILLS ? 'tooMany' : null);
    if (why !== null) leftOut.push({ name: file.name.slice(0, MAX_FILE_NAME), why });
    else bills.push({ localId: newId(), bytes: await file.arrayBuffer(), name: file.name.slice(0, MAX_FILE_NAME), type: file.type });
  }
  if (bills.length + leftOut.length > 0) await drafts.saveDraft(SHARED_DRAFT, leftOut.length > 0 ? { leftOut } : null, bills);
  return SHARED_INTO;
}
