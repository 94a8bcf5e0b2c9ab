import { useQuery, type QueryClient } from '@tanstack/react-query';
import { readPolicies } from '#contract/calls/policyRead.ts';
import type { Policies } from '#contract/policy.ts';
import { SPECIFIED, type DatedPolicy } from '#domain/policyVersions.ts';
import { readOptions } from './query.ts';

/**
 * The expense policy as this phone knows it (POL-9): read ahead, kept on the device, asked for again when a form opens.
 * A phone that never heard of one judges by the specification's; nothing waits for it.
 */
export interface KnownPolicy {
  policies: readonly DatedPolicy[];
  grade: string;
}

export const policiesOptions = () => readOptions(readPolicies);

const UNHEARD: KnownPolicy = { policies: SPECIFIED, grade: '' };

const knownBy = (answer: { data: Policies } | undefined): KnownPolicy =>
  answer ? { policies: answer.data.versions, grade: answer.data.grade } : UNHEARD;

/** The policy in a component, drawn again when it is heard of. `wanted` false: what is known is good enough. */
export const usePolicy = (wanted = true): KnownPolicy =>
  knownBy(useQuery({ ...policiesOptions(), enabled: wanted }).data);

/** Nobody waits longer for a policy that will not come. */
const SOON_MS = 1_000;

/** The policy outside of a component: as it was kept, or as the server says it where that is soon. */
export async function policySoon(client: QueryClient): Promise<KnownPolicy> {
  const asked = client.fetchQuery({ ...policiesOptions(), staleTime: Infinity }).catch(() => undefined);
  return knownBy(await Promise.race([asked, new Promise<undefined>((done) => setTimeout(done, SOON_MS, undefined))]));
}
