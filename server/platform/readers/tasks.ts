import type { FileType } from '#contract/enums.ts';
import type { ImportAnswer } from '#domain/tallyAnswer.ts';
import type { SheetFault } from './sheets/packed.ts';

/**
 * What the threads of the pool are asked, and what they answer. Both cross a thread's border, so both are plain data of
 * a bounded size.
 */

/** Why a bill is not taken. */
export type BillFault = 'broken' | 'pixels' | 'moving' | 'active' | 'protected' | 'pages';

interface Tasks {
  /**
   * Is this the bill that its first bytes say it is? `shown`: the same bytes without the position, null when there is
   * none.
   */
  bill: {
    question: { bytes: Uint8Array<ArrayBuffer>; type: FileType };
    answer: { fault: BillFault } | { fault: null; shown: Uint8Array<ArrayBuffer> | null };
  };
  /** A picture that was stored before positions were taken out at upload; null when it has none. */
  position: {
    question: { bytes: Uint8Array<ArrayBuffer> };
    answer: { fault: 'broken' } | { fault: null; shown: Uint8Array<ArrayBuffer> | null };
  };
  /** A bill that was taken, drawn small as WebP in two sizes; null when it cannot be drawn. */
  preview: {
    question: { bytes: Uint8Array<ArrayBuffer>; type: FileType };
    answer: { small: Uint8Array; large: Uint8Array } | null;
  };
  /** A small picture for everybody made of any: its type is `image/webp`. */
  logo: {
    question: { bytes: Uint8Array<ArrayBuffer>; type: FileType };
    answer: { fault: BillFault } | { fault: null; small: Uint8Array };
  };
  /**
   * `room`: bytes that it may unpack to; `chars`: what its rows may come to, as JSON; both have usual ones.
   * `parts`: UTF-8 of JSON lists of rows, each part small enough to be parsed between two turns of the main thread.
   */
  sheet: {
    question: { bytes: Uint8Array<ArrayBuffer>; rows: number; columns: number; room?: number; chars?: number };
    answer: { fault: SheetFault } | { fault: null; parts: Uint8Array<ArrayBuffer>[] };
  };
  /** The same of CSV; `message`: what is wrong with it. */
  csv: {
    question: { bytes: Uint8Array<ArrayBuffer>; rows: number; columns: number; chars: number };
    answer: { message: string } | { message: null; parts: Uint8Array<ArrayBuffer>[] };
  };
  tally: { question: { bytes: Uint8Array<ArrayBuffer> }; answer: ImportAnswer | null };
}
export type TaskName = keyof Tasks;
export type Question<Name extends TaskName> = Tasks[Name]['question'];
export type AnswerTo<Name extends TaskName> = Tasks[Name]['answer'];

/**
 * A task as it is handed over. The thread sets the first place of `began` to 1 as it begins: getting its code is not
 * the file's fault.
 */
export interface Handed<Name extends TaskName = TaskName> {
  name: Name;
  question: Question<Name>;
  began: Int32Array;
}
