/** Questions about a record. */

export { mayStillSee } from './repository.ts';
export { enquiryCalls } from './routes.ts';
