import {
  updateConveyance,
  managerApproveConveyance,
  managerRejectConveyance,
  bulkManagerConveyance,
} from './calls/conveyance.ts';
import { setExceptionalDate } from './calls/exceptionalDates.ts';
import { uploadFile, startUpload, uploadPart } from './calls/files.ts';
import {
  financeApproveLocal,
  financeRejectLocal,
  bulkFinanceLocal,
  financeApproveConveyance,
  financeRejectConveyance,
  bulkFinanceConveyance,
  financeApproveTravel,
  financeRejectTravel,
  bulkFinanceTravel,
} from './calls/finance.ts';
import {
  createLocalExpense,
  updateLocalExpense,
  managerApproveLocal,
  managerRejectLocal,
  bulkManagerLocal,
  withdrawLocalExpense,
} from './calls/localExpenses.ts';
import { askEnquiry, answerEnquiry, closeEnquiry } from './calls/records.ts';
import {
  createTravelExpense,
  updateTravelExpense,
  withdrawTravelExpense,
  managerApproveTravel,
  managerRejectTravel,
  bulkManagerTravel,
} from './calls/travelExpenses.ts';
import {
  managerApproveTrip,
  managerRejectTrip,
  bulkManagerTrips,
  adminApproveTrip,
  adminRejectTrip,
  bulkAdminTrips,
  uploadTicketDetails,
  addFurtherTicket,
  uploadCancellationDetails,
  rejectCancellation,
  markNoShow,
} from './calls/tripDecisions.ts';
import { createTrip, updateTrip, cancelTrip } from './calls/trips.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The calls that may wait in the outbox, by name. Whoever needs no other imports them from here: the registry of all
 * calls brings the shapes of every answer along, those of screens that most devices never open among them.
 */
export const QUEUED = {
  setExceptionalDate,
  uploadFile,
  startUpload,
  uploadPart,
  createLocalExpense,
  updateLocalExpense,
  managerApproveLocal,
  managerRejectLocal,
  bulkManagerLocal,
  withdrawLocalExpense,
  createTrip,
  updateTrip,
  cancelTrip,
  managerApproveTrip,
  managerRejectTrip,
  bulkManagerTrips,
  adminApproveTrip,
  adminRejectTrip,
  bulkAdminTrips,
  uploadTicketDetails,
  addFurtherTicket,
  uploadCancellationDetails,
  rejectCancellation,
  markNoShow,
  createTravelExpense,
  updateTravelExpense,
  withdrawTravelExpense,
  managerApproveTravel,
  managerRejectTravel,
  bulkManagerTravel,
  updateConveyance,
  managerApproveConveyance,
  managerRejectConveyance,
  bulkManagerConveyance,
  financeApproveLocal,
  financeRejectLocal,
  bulkFinanceLocal,
  financeApproveConveyance,
  financeRejectConveyance,
  bulkFinanceConveyance,
  financeApproveTravel,
  financeRejectTravel,
  bulkFinanceTravel,
  askEnquiry,
  answerEnquiry,
  closeEnquiry,
} as const satisfies Record<string, Endpoint>;
