/** The directory: reporting lines, exceptional dates, and what duty one has in a record. */

export {
  decidedByReader,
  onBehalfOf,
  mayAccountFor,
  mayAdministerIt,
  mayDecideIt,
  mayFinanceIt,
  settlingDuties,
} from './duties.ts';
export { ADMIN_NOTICE, composeAdminNotice, tellAdmins } from './adminNotices.ts';
export { personNamed } from './queries.ts';
export {
  decidedBy,
  actorOf,
  addressesOf,
  below,
  bindSubject,
  forgetOtherSubjects,
  forgetSubject,
  formerEmails,
  heldManagerOf,
  holdReportingLines,
  isSoleAddress,
  lineAbove,
  lineBelow,
  lockManagersOf,
  lockedPersonById,
  organisationAdmins,
  otherOrgAdmins,
  personByCode,
  personByEmail,
  personById,
  personBySubject,
  writeEmail,
  writeManagers,
  writeRoles,
  type PersonRow,
} from './repository/people.ts';
export {
  decidersWithPending,
  dutiesOfManager,
  ownersWithPending,
  pendingOf,
  pendingWith,
} from './repository/queues.ts';
export { exceptionalDateAt } from './repository/exceptionalDates.ts';
export { userCalls } from './routes.ts';
