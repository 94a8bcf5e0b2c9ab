/** Stand-ins of managers. Other modules import this file and nothing behind it. */

export { standsInFor } from './repository.ts';
export { delegationCalls } from './routes.ts';
