import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getProvisioning, updateProvisionedGroup } from '#contract/calls/provisioning.ts';
import type { FieldErrors } from '#contract/error.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { once } from '#data/once.ts';
import { useOnline } from '#data/online.ts';
import { invalidate } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { toast } from '#ui/toast.ts';

const OFFLINE = 'This needs a connection.';

/** One change that is made at once: what its button shows, and why it failed. */
export function useProvisioningCall() {
  const client = useQueryClient();
  const { email } = useSession();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [errors, setErrors] = useState<FieldErrors>({});
  /** Answers what was made; null: it failed, and why is shown. */
  const run = async <T>(what: unknown, make: (key: string) => Promise<T>): Promise<T | null> => {
    if (!online) {
      toast.hint(OFFLINE);
      return null;
    }
    setBusy(true);
    setFailure(undefined);
    setErrors({});
    try {
      return await once(JSON.stringify([email, getProvisioning.name, what]), make);
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) setErrors(error.errors);
      else setFailure(messageOf(error));
      return null;
    } finally {
      setBusy(false);
      // After a refusal too: it may have been changed elsewhere.
      void invalidate(client, updateProvisionedGroup);
    }
  };
  return { button: { busy, refused: online ? undefined : OFFLINE }, failure, errors, run };
}
