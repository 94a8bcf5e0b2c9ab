import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPolicy, updatePolicy } from '#contract/calls/policy.ts';
import { policies, type Policies, type PolicyVersion } from '#contract/policy.ts';
import { ApiError } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { once } from '#data/once.ts';
import { invalidate } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { formatDay } from '#domain/dates.ts';
import { policyOn } from '#domain/policyVersions.ts';
import type { PolicyInput } from '#domain/policyParsing.ts';
import { policyChanges } from '#domain/policyWords.ts';
import { toast } from '#ui/toast.ts';
import { bodyOf, formErrors } from './values.ts';

/** The policy as it is now, where somebody else changed it meanwhile. */
function movedOn(error: unknown): Policies | null {
  if (!(error instanceof ApiError) || error.code !== 'VERSION_CONFLICT') return null;
  const current = policies.safeParse(error.current);
  return current.success ? current.data : null;
}

/** What somebody else changed of the policy that would be in effect on that day, in words. */
function changedMeanwhile(seen: Policies, now: Policies, day: string): string {
  const changes = policyChanges(policyOn(seen.versions, day), policyOn(now.versions, day));
  const said = changes.map(({ field, before, after }) => `${field}: ${before ?? 'none'} → ${after ?? 'none'}`);
  const what = said.length > 0 ? `For that day they changed: ${said.join(' · ')}.` : 'Nothing changed for that day.';
  return `Somebody else changed the policy meanwhile. ${what} Save again if yours is to count.`;
}

/**
 * Saves a version at once: a new one, or `base` that is to come. What somebody else changed meanwhile is said first;
 * saving once more then goes on what they left (POL-8).
 */
export function useSavePolicy(known: Policies, base: PolicyVersion | undefined) {
  const client = useQueryClient();
  const { email, timeZone } = useSession();
  const [seen, setSeen] = useState(known);
  return async (input: PolicyInput): Promise<null> => {
    const body = bodyOf(input, timeZone);
    try {
      await once(JSON.stringify([email, 'policy', base?.policyId, seen.version, body]), (key) =>
        base
          ? call(updatePolicy, { parts: { id: base.policyId }, body, ifMatch: seen.version, key })
          : call(createPolicy, { body, ifMatch: seen.version, key }),
      );
    } catch (error) {
      const now = movedOn(error);
      if (now) {
        setSeen(now);
        void invalidate(client, createPolicy);
        throw new Error(changedMeanwhile(seen, now, input.effectiveFrom), { cause: error });
      }
      if (!(error instanceof ApiError)) throw error;
      throw new ApiError(error.message, error.status, error.code, formErrors(error.errors));
    }
    toast.success(`The policy changes from ${formatDay(input.effectiveFrom)} on.`);
    void invalidate(client, createPolicy);
    return null;
  };
}
