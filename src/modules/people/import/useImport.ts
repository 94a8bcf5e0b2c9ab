import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { importPeople } from '#contract/calls/people.ts';
import type { ImportAnswer } from '#contract/peopleImport.ts';
import { ApiError, isUnreachable, messageOf } from '#data/errors.ts';
import { invalidate } from '#data/query.ts';
import { useFileUpload, type FileUpload } from '#files/useFileUpload.ts';

/** What an admin has ticked. */
interface ImportChoice {
  /** Who is missing from the file leaves. */
  missingLeave: boolean;
  /** Also more than a tenth of all. */
  sure: boolean;
}

export interface Import extends Pick<FileUpload, 'sending' | 'stop'> {
  file: File | null;
  choice: ImportChoice;
  /** What the file would do, or did; null: not known yet. */
  answer: ImportAnswer | null;
  failure: string | null;
  /** Finds out what a file would do, or the same file with other choices. */
  look(file: File, choice?: ImportChoice): Promise<void>;
  /** Carries out what was seen. */
  apply(): Promise<void>;
}

const CAREFUL: ImportChoice = { missingLeave: false, sure: false };
const AGAIN = 'The same file can be uploaded again: nothing is done twice.';

/** The steps of an import: a file, what it would do, doing it (ORG-24). */
export function useImport(): Import {
  const client = useQueryClient();
  const { sending, send, stop } = useFileUpload();
  const [file, setFile] = useState<File | null>(null);
  const [choice, setChoice] = useState(CAREFUL);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const ask = async (
    asked: File,
    { missingLeave, sure }: ImportChoice,
    plan?: string,
  ): Promise<ImportAnswer | null> => {
    const query = {
      missingLeave: String(missingLeave),
      sure: String(sure),
      ...(plan !== undefined && { apply: 'true', plan }),
    };
    return (await send(importPeople, asked, { query }))?.data ?? null;
  };
  const look = async (asked: File, chosen: ImportChoice = CAREFUL): Promise<void> => {
    setFile(asked);
    setChoice(chosen);
    setFailure(null);
    try {
      setAnswer(await ask(asked, chosen));
    } catch (error) {
      setAnswer(null);
      setFailure(messageOf(error));
    }
  };
  const apply = async (): Promise<void> => {
    if (file === null || answer === null) return;
    setFailure(null);
    try {
      const done = await ask(file, choice, answer.plan);
      if (done === null) setFailure(`Stopped. Whether it was done is not known. ${AGAIN}`);
      else setAnswer(done);
    } catch (error) {
      // The directory is another one by now: what the file does to it is shown instead.
      if (error instanceof ApiError && error.status === 409) await look(file, { ...choice, sure: false });
      setFailure(isUnreachable(error) ? `${messageOf(error)} ${AGAIN}` : messageOf(error));
    }
    void invalidate(client, importPeople);
  };
  return { file, choice, answer, failure, sending, stop, look, apply };
}
