/** The directory: reporting lines, exceptional dates, and what duty one has in a record. Other modules import this file and nothing behind it. */

export {
  decidedByReader,
  insteadOf,
  mayAccountFor,
  mayAdministerIt,
  mayDecideIt,
  mayFinanceIt,
  settlingDuties,
} from './duties.ts';
export { decidedBy } from './dutiesRepository.ts';
export { exceptionalDateAt } from './exceptionalDatesRepository.ts';
export { personNamed } from './policy.ts';
export {
  actorOf,
  below,
  bindSubject,
  formerEmails,
  heldManagerOf,
  holdReportingLines,
  isSoleAddress,
  lineAbove,
  lineBelow,
  personByCode,
  personByEmail,
  personBySubject,
  type PersonRow,
} from './repository.ts';
export { userCalls } from './routes.ts';
