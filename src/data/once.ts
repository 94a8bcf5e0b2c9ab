import { ApiError, isUnreachable } from './errors.ts';

/** Keys of changes whose answer never came, by what they change. */
const unanswered = new Map<string, string>();

/** The server is still at it, or never said what became of it. */
const isOpen = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof ApiError && error.code === 'IN_PROGRESS');

/**
 * Makes a change at once, without the outbox. `what` names person, record and content: the same again, as long as no
 * answer has come, goes under the same key and so happens once (OB-3). Throws what `work` throws.
 */
export async function once<T>(what: string, work: (key: string) => Promise<T>): Promise<T> {
  const key = unanswered.get(what) ?? crypto.randomUUID();
  unanswered.set(what, key);
  try {
    const answer = await work(key);
    unanswered.delete(what);
    return answer;
  } catch (error) {
    if (!isOpen(error)) unanswered.delete(what);
    throw error;
  }
}
