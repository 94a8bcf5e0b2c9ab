import { FILE_TYPES } from '#contract/enums.ts';
import { MAX_BILLS, MAX_FILE_NAME } from '#contract/limits.ts';
import type { Draft, DraftBill } from '#outbox/drafts.ts';

/** Where the share sheet posts to, and the field of its files: the manifest names the same. */
export const SHARE_PATH = '/share-target';
export const SHARE_FIELD = 'bills';
/** The form that opens with what was shared. */
export const SHARED_INTO = '/raise-local/expense?new=1';
/** Where to sign in first. */
const SIGN_IN = '/';

export interface ShareEnv {
  /** The draft of the new claim, of the person who is signed in here; null when nobody is. */
  drafts: () => Promise<{ load: () => Promise<Draft | null>; save: (value: unknown, bills: readonly DraftBill[]) => Promise<void> } | null>;
  newId: () => string;
}

const isBill = (value: FormDataEntryValue): value is File => typeof value !== 'string' && value.size > 0 && (FILE_TYPES as readonly string[]).includes(value.type);

/**
 * Takes files that another app shared: puts them into the draft of a new claim, beside what is already in it, and
 * answers where to go. The answer comes after the draft is durable, so that a shared bill is never lost on the way.
 */
export async function takeShared(form: FormData, env: ShareEnv): Promise<string> {
  const files = form.getAll(SHARE_FIELD).filter(isBill);
  const drafts = await env.drafts();
  if (!drafts) return SIGN_IN;
  if (files.length === 0) return SHARED_INTO;
  const before = await drafts.load();
  const kept = before?.bills ?? [];
  const bills: DraftBill[] = [...kept];
  for (const file of files.slice(0, Math.max(0, MAX_BILLS - kept.length))) {
    bills.push({ localId: env.newId(), bytes: await file.arrayBuffer(), name: file.name.slice(0, MAX_FILE_NAME), type: file.type });
  }
  await drafts.save(before?.value ?? null, bills);
  return SHARED_INTO;
}
