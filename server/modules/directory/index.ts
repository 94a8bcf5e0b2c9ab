/** Changing the directory: people are put in, changed, leave and come back. */

export { directoryCalls } from './routes.ts';
export { comeBack, leave } from './leaving.ts';
export { inputOf } from './presenter.ts';
export { lockPerson, peopleLike, wholePerson, type WholePersonRow } from './repository.ts';
export { changeRoles, type RoleChange } from './roles.ts';
export { giveRole, insertPerson, keepPerson, updatePerson } from './writing.ts';
export { beginRoleReview, composeRoleReview, ROLE_REVIEW } from './reviews/roleReview.ts';
export { composeLeaverLink } from './leaverLinks.ts';
export { composeWelcome, WELCOME } from './welcome.ts';
export { applyImport } from './import/importing.ts';
export { planFor, readPeopleFile, type PeopleFile } from './import/planning.ts';
