/** The organisation's name, and its days. */

export { changeOrganisation, keptTimeZone, organisationsOf, readOrganisation } from './repository.ts';
export { readLogo } from './logo.ts';
export { chooseTimeZone, followTimeZone, settleTimeZone, timeZoneIn } from './timeZone.ts';
