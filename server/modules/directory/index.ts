/** Changing the directory: people are put in, changed, leave and come back. */

export { directoryCalls } from './routes.ts';
