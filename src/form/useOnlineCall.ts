import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { FieldErrors } from '#contract/error.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { once } from '#data/once.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { invalidate } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { toast } from '#ui/toast.ts';

/**
 * Changes that are made at once, without the outbox: the same again, when its answer was lost, happens once (OB-3).
 * `endpoint`: what it makes stale.
 */
export function useOnlineCall(endpoint: Pick<Endpoint, 'name' | 'invalidates'>) {
  const client = useQueryClient();
  const { email } = useSession();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [errors, setErrors] = useState<FieldErrors>({});
  /**
   * `what` names record and content. Answers what was made; null: it failed, and why stands in `failure`, or in
   * `errors` beside its field.
   */
  const run = async <T>(what: unknown, make: (key: string) => Promise<T>): Promise<T | null> => {
    if (!online) {
      toast.hint(NEEDS_NETWORK);
      return null;
    }
    setBusy(true);
    setFailure(undefined);
    setErrors({});
    try {
      return await once(JSON.stringify([email, endpoint.name, what]), make);
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) setErrors(error.errors);
      else setFailure(messageOf(error));
      return null;
    } finally {
      setBusy(false);
      // After a refusal too: it may have been changed elsewhere, and the page does not say so yet.
      void invalidate(client, endpoint);
    }
  };
  return { busy, refused: online ? undefined : NEEDS_NETWORK, failure, errors, setErrors, run };
}
