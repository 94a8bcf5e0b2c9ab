/** Questions about a record. Other modules import this file and nothing behind it. */

export { mayStillSee } from './repository.ts';
export { enquiryCalls } from './routes.ts';
