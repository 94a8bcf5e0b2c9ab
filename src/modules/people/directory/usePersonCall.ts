import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leavePerson } from '#contract/calls/people.ts';
import type { FieldErrors } from '#contract/error.ts';
import type { DirectoryPerson } from '#contract/people.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { once } from '#data/once.ts';
import { invalidate } from '#data/query.ts';
import { useSession } from '#data/session.ts';

/** One change of a person that is made at once; the same again, when its answer was lost, happens once (OB-3). */
export function usePersonCall({ personId, version }: DirectoryPerson) {
  const client = useQueryClient();
  const { email } = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [errors, setErrors] = useState<FieldErrors>({});
  /** Answers whether it was made; why not stands in `failure`, or in `errors` beside its field. */
  const run = async (
    what: unknown,
    make: (at: { parts: { id: string }; ifMatch: number; key: string }) => Promise<unknown>,
  ): Promise<boolean> => {
    setBusy(true);
    setFailure(undefined);
    setErrors({});
    try {
      await once(JSON.stringify([email, personId, version, what]), (key) =>
        make({ parts: { id: personId }, ifMatch: version, key }),
      );
      return true;
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) setErrors(error.errors);
      else setFailure(messageOf(error));
      return false;
    } finally {
      setBusy(false);
      // After a refusal too: the person may have been changed elsewhere, and the page does not say so yet.
      void invalidate(client, leavePerson);
    }
  };
  return { busy, failure, errors, setErrors, run };
}
