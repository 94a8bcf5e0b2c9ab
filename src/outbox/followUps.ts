import { urlOf } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { sendingOf } from '#contract/sending.ts';
import type { FollowUp } from './entry.ts';

/**
 * The call by which a record that a create has made, or may have made, is changed; on the same host as the create
 * itself. Undefined when the contract knows none: such a create cannot be edited while it is on its way.
 */
export function followUpOf(endpoint: EndpointName, url: string): FollowUp | undefined {
  const { changedBy } = sendingOf(endpoint);
  if (changedBy === undefined) return undefined;
  const host = /^https?:\/\/[^/]+/.exec(url)?.[0] ?? '';
  return {
    endpoint: changedBy.name as EndpointName,
    method: changedBy.method,
    url: host + urlOf(changedBy, { query: { id: '{id}' } }),
  };
}
