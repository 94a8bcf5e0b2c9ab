import type { Entry } from '#outbox/entry.ts';

/**
 * One thing that somebody did. Every content a person makes is a text `t<tap>.<revision>`, unique in the schedule, so
 * that nothing can be mistaken.
 */
export interface Tap {
  n: number;
  person: string;
  kind: 'create' | 'update' | 'decide';
  revisions: number;
  /** The last revision that the person was told is saved; -1: none. */
  saved: number;
  /** The entry that carried it then. */
  entryId: string | null;
  /** Order of its first entry, for OB-8. */
  seq: number | null;
  discarded: boolean;
  recordId: string | null;
  madeOn: number;
  draft: string | null;
  draftSaved: boolean;
  /** Forms that have shown its draft; 0: it was made without one. */
  forms: number;
  /** The enqueue itself went through (not only a later revision). */
  enqueued: boolean;
  bad: boolean;
  /**
   * What its bills begin with: the server or somebody on the way may have something against them, and against them
   * alone.
   */
  photo: 'bill' | 'big' | 'dear' | 'slow' | 'walled';
  /** Taps on the button that have not been answered yet. */
  pending: number;
}

export const textOf = (tap: Tap, revision: number): string => `t${tap.n}.${revision}${tap.bad ? ' bad' : ''}`;
export const parse = (text: string): { n: number; revision: number } | null => {
  const match = /^t(\d+)\.(\d+)/.exec(text);
  return match ? { n: Number(match[1]), revision: Number(match[2]) } : null;
};
export const textIn = (entry: Entry): string => String(entry.body['remarks'] ?? entry.body['managerRemarks'] ?? '');
