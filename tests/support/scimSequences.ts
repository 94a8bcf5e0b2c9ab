/** What Entra ID and Okta really send, with their oddities, as sequences of requests. `{x}` is an id of an answer. */

export interface Step {
  send: [method: string, path: string, body?: unknown];
  status: number;
  /** Part of the answer. */
  answer?: unknown;
  /** What the answer does not hold. */
  lacks?: string;
  /** The id in the answer is called this from here on. */
  as?: string;
  /** The columns of a person afterwards, by the name of their id. */
  people?: Record<string, Record<string, unknown>>;
}

export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const patch = (...Operations: unknown[]): unknown => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});
export const where = (filter: string): string => `?filter=${encodeURIComponent(filter)}`;
