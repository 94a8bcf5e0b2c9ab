import { urlOf } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { CHANGES } from '#contract/sending.ts';
import type { FollowUp } from './entry.ts';

/**
 * The call by which a record that a create has made, or may have made, is changed. A create without one cannot be
 * edited while it is on its way.
 */
const CHANGED_BY: Partial<Record<EndpointName, keyof typeof CHANGES>> = {
  createLocalExpense: 'updateLocalExpense',
  createTravelExpense: 'updateTravelExpense',
  createTrip: 'updateTrip',
};

/** The follow-up of a create, on the same host as the create itself; undefined when the contract knows none. */
export function followUpOf(endpoint: EndpointName, url: string): FollowUp | undefined {
  const name = CHANGED_BY[endpoint];
  if (name === undefined) return undefined;
  const entry = CHANGES[name];
  const host = /^https?:\/\/[^/]+/.exec(url)?.[0] ?? '';
  return { endpoint: name, method: entry.method, url: host + urlOf(entry, { query: { id: '{id}' } }) };
}
