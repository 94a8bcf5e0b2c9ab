/** Stand-ins of managers. */

export { standsInFor } from './repository.ts';
export { delegationCalls } from './routes.ts';
