/** The organisation's name. */

export { nameOrganisation, organisationsOf, readOrganisation } from './repository.ts';
