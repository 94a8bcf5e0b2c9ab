import { urlOf, type Endpoint } from '#contract/endpoint.ts';
import * as decisions from '#contract/calls/tripDecisions.ts';
import {
  cancelTrip,
  createTrip,
  searchTrips,
  tripExpenseIds,
  updateTrip,
  uploadCandidateInformation,
} from '#contract/calls/trips.ts';
import type { Trip } from '#contract/trip.ts';
import { addDays, millisOfDay } from '#domain/dates.ts';
import type { Answer, Api } from './api.ts';

/** Trips, as tests need them: as the server answers them, and over HTTP. */

export const ZONE = 'Asia/Kolkata';
/** The day of the test servers' clock. */
export const TODAY = '2026-07-15';
/** The first moment of the day `days` after today. */
export const inDays = (days: number): number => millisOfDay(addDays(TODAY, days), ZONE);

let made = 0;

/** A trip as the server answers it. */
export function aTrip(more: Partial<Trip> = {}): Trip {
  made += 1;
  const at = Date.UTC(2026, 10, 12, 6) + made;
  return {
    tripId: `TRP${String(made).padStart(4, '0')}`,
    userEmail: 'employee@example.com',
    employeeName: 'Asha Nair',
    employeeCode: 'KH1001',
    managerEmail: 'manager@example.com',
    startDate: inDays(5),
    endDate: inDays(7),
    preferredTime: 34_200_000,
    tripType: 'ROUND_TRIP',
    travelType: 'DOMESTIC',
    modeOfTravel: 'TRAIN',
    travelToBeDoneBy: 'SELF',
    travelBookedBy: 'ADMIN',
    traveller: null,
    travellerDOB: null,
    totalTravelDays: 3,
    departureCity: 'Bengaluru',
    arrivalCity: 'Chennai',
    isAccommodationRequired: false,
    accommodationCity: null,
    preferredHotel: null,
    preferredLocation: null,
    checkInDate: null,
    checkOutDate: null,
    reasonForTravel: 'Dealer meet',
    remarks: null,
    managerRemarks: null,
    adminRemarks: null,
    cancellationRemarks: null,
    adminCancellationRemarks: null,
    managerApprovalStatus: 'MANAGER_PENDING',
    adminApprovalStatus: 'ADMIN_PENDING',
    cancellationStatus: 'NOT_INITIATED',
    ticketUploadStatus: 'NOT_UPDATED',
    ticketAmount: null,
    ticketRefundAmount: null,
    amountToBeDeductedFromSalary: null,
    ticketUrl: [],
    candidateEmpCode: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...more,
  };
}

/** The body of a good trip; `changes` make it another one. */
export const tripBody = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  startDate: inDays(5),
  endDate: inDays(7),
  preferredTime: 34_200_000,
  travelType: 'DOMESTIC',
  tripType: 'ROUND_TRIP',
  travelBookedBy: 'ADMIN',
  reasonForTravel: 'Dealer meet',
  modeOfTravel: 'TRAIN',
  travelToBeDoneBy: 'SELF',
  departureCity: 'Bengaluru',
  arrivalCity: 'Chennai',
  isAccommodationRequired: false,
  ...changes,
});

type Sent = Record<string, string>;

export const create = (api: Api, body: unknown = tripBody(), headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(createTrip), body, headers);
export const update = (api: Api, id: string, body: unknown = tripBody(), headers: Sent = {}): Promise<Answer> =>
  api.put(urlOf(updateTrip, { query: { id } }), body, headers);
export const cancel = (api: Api, tripId: string, body: unknown = {}, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(cancelTrip, { query: { tripId } }), body, headers);
export const migrate = (api: Api, tripId: string, employeeCode: string, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(uploadCandidateInformation, { query: { tripId, employeeCode } }), undefined, headers);
export const expenseIds = (api: Api, tripId: string): Promise<Answer> =>
  api.get(urlOf(tripExpenseIds, { query: { tripId } }));
export const search = (api: Api, query = ''): Promise<Answer> => api.get(urlOf(searchTrips) + query);

const byId =
  (entry: Endpoint) =>
  (api: Api, tripId: string, body: unknown = {}, headers: Sent = {}): Promise<Answer> =>
    api.post(urlOf(entry, { query: { tripId } }), body, headers);
const inBulk =
  (entry: Endpoint) =>
  (api: Api, body: unknown, headers: Sent = {}): Promise<Answer> =>
    api.post(urlOf(entry), body, headers);

export const managerApprove = byId(decisions.managerApproveTrip);
export const managerReject = byId(decisions.managerRejectTrip);
export const bulkManager = inBulk(decisions.bulkManagerTrips);
export const adminApprove = byId(decisions.adminApproveTrip);
export const adminReject = byId(decisions.adminRejectTrip);
export const bulkAdmin = inBulk(decisions.bulkAdminTrips);
export const ticket = byId(decisions.uploadTicketDetails);
export const furtherTicket = byId(decisions.addFurtherTicket);
export const settle = byId(decisions.uploadCancellationDetails);
export const refuseCancellation = byId(decisions.rejectCancellation);
export const noShow = byId(decisions.markNoShow);
