import { FILE_TYPES } from '#contract/enums.ts';
import { MAX_FILE_NAME } from '#contract/limits.ts';
import { textOfShare } from '#domain/sharedText.ts';
import type { DraftBill, LeftOut } from '#outbox/drafts.ts';
import type { NewShare } from '#outbox/shares.ts';
import { InboxFullError } from '#storage/deviceShares.ts';
import { isQuotaError } from '#storage/errors.ts';
import { createTurns } from '#storage/inTurn.ts';
import { sharePage, type NotKept } from './sharePage.ts';

/** Where the share sheet posts to, and the field of its files: the manifest names the same. */
export const SHARE_PATH = '/share-target';
export const SHARE_FIELD = 'bills';
/**
 * The form that opens with what was shared, where nothing else waits; who is not signed in signs in first, and is asked
 * there whether it is theirs.
 */
export const SHARED_INTO = '/raise-local/expense?new=1';
/** Where what is shared waits with others, until somebody says what becomes of it (INB-2). */
export const INBOX = '/inbox';

/** Where a share is kept: with the person who is signed in here, or sealed to the device when nobody is. */
export interface ShareInbox {
  /** Resolves with how many shares wait now. */
  addShare(share: NewShare): Promise<number>;
  close(): void;
}
export interface ShareEnv {
  inbox: () => Promise<ShareInbox>;
  newId: () => string;
}

/** A field without a file comes as one without name and content. */
const isFile = (value: FormDataEntryValue): value is File =>
  typeof value !== 'string' && (value.size > 0 || value.name !== '');
/** Why a file is no bill; null when it may be one. */
const faultOf = (file: File): LeftOut['why'] | null =>
  !(FILE_TYPES as readonly string[]).includes(file.type) ? 'type' : file.size === 0 ? 'empty' : null;

/** The words of this field; '' where there are none. */
const wordsOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/**
 * Takes what another app shared, files and words, as one row of its own, and answers where to go. The answer comes
 * after it is durably and sealed on the device, so that a shared bill is never lost on the way. What is no bill is
 * noted by its name, to be said. Throws what the disk throws.
 */
export async function takeShared(form: FormData, { inbox, newId }: ShareEnv): Promise<string> {
  const bills: DraftBill[] = [];
  const leftOut: LeftOut[] = [];
  const [title, words, url] = ['title', 'text', 'url'].map((name) => wordsOf(form, name));
  const text = textOfShare({ title, text: words, url });
  for (const file of form.getAll(SHARE_FIELD).filter(isFile)) {
    const why = faultOf(file);
    if (why !== null) leftOut.push({ name: file.name.slice(0, MAX_FILE_NAME), why });
    else
      bills.push({
        localId: newId(),
        bytes: await file.arrayBuffer(),
        name: file.name.slice(0, MAX_FILE_NAME),
        type: file.type,
      });
  }
  if (bills.length + leftOut.length === 0 && text === '') return SHARED_INTO;
  const open = await inbox();
  try {
    return (await open.addShare({ id: newId(), bills, leftOut, text, source: 'share' })) > 1 ? INBOX : SHARED_INTO;
  } finally {
    open.close();
  }
}

/** One after the other, so that shares lie in the order in which they came, however large one is (INB-1). */
const inTurn = createTurns();

const isFull = (error: unknown): boolean =>
  isQuotaError(error) || (error instanceof Error && error.name === 'StorageFullError');

/**
 * The worker's answer to a share; whatever happens it is a page of ours, never the browser's own error page (ST-5,
 * P11).
 */
export async function answerShare(request: Request, env: ShareEnv): Promise<Response> {
  try {
    const to = await inTurn(async () => takeShared(await request.formData(), env));
    return Response.redirect(new URL(to, request.url).href, 303);
  } catch (error) {
    const why: NotKept = isFull(error) ? 'full' : error instanceof InboxFullError ? 'crowded' : 'failed';
    return sharePage(why);
  }
}
