/** Changing the directory: people are put in, changed, leave and come back. */

export { directoryCalls } from './routes.ts';
export { giveRole, insertPerson } from './writing.ts';
export { applyImport } from './import/importing.ts';
export { planFor, readPeopleFile, type PeopleFile } from './import/planning.ts';
