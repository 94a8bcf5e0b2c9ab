import { threadId } from 'node:worker_threads';
import { begin } from './watch.ts';
import type { AnswerTo, Handed, Question, TaskName } from './tasks.ts';

/**
 * Runs in the threads of the pool. Each reader is fetched with its first file: a thread that reads sheets needs no
 * pictures.
 */
const READERS: {
  [Name in TaskName]: () => Promise<(question: Question<Name>) => AnswerTo<Name> | Promise<AnswerTo<Name>>>;
} = {
  bill: async () => (await import('./bill.ts')).readBill,
  logo: async () => (await import('./bill.ts')).readLogo,
  preview: async () => (await import('./preview.ts')).readPreview,
  position: async () => (await import('./bill.ts')).readPosition,
  sheet: async () => (await import('./sheets/rows.ts')).readRows,
  csv: async () => (await import('./sheets/csv.ts')).readCsvRows,
  tally: async () => {
    const { readImportAnswer } = await import('./tallyAnswer.ts');
    return ({ bytes }) => readImportAnswer(bytes);
  },
};

/** Answers a task. */
export async function read<Name extends TaskName>({ name, question, began }: Handed<Name>): Promise<AnswerTo<Name>> {
  const reader = await READERS[name]();
  begin(began, threadId);
  return reader(question);
}
