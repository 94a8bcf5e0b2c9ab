import * as z from 'zod/mini';
import {
  ADMIN_STATUSES,
  CANCELLATION_STATUSES,
  MANAGER_STATUSES,
  TICKET_STATUSES,
  TRAVEL_BOOKED_BY,
  TRAVEL_DONE_BY,
  TRAVEL_MODES,
  TRAVEL_TYPES,
  TRIP_TYPES,
} from './enums.ts';
import { MAX_FURTHER_TICKETS } from './limits.ts';
import { cutStamp, dayMillis, document, moment, recordStamp, rupees, savedStamp } from './fields.ts';

const required = (error: string) => ({ error });

/** What the owner of a trip has to fill in, with the form's messages. */
const needed = {
  startDate: z.int(required('Please enter Travel start date')),
  endDate: z.int(required('Please enter Travel End date')),
  preferredTime: z.int(required('Please select preferred time')),
  travelType: z.enum(TRAVEL_TYPES, required('Please enter Travel type')),
  tripType: z.enum(TRIP_TYPES, required('Please enter Trip type')),
  travelBookedBy: z.enum(TRAVEL_BOOKED_BY, required('Please enter travel booked by')),
  reasonForTravel: z.string(required('Please enter reason for travel')),
  modeOfTravel: z.enum(TRAVEL_MODES, required('Please enter mode of Travel')),
  travelToBeDoneBy: z.enum(TRAVEL_DONE_BY, required('Please enter Travel to be done by')),
  departureCity: z.string(required('Please enter Departure City')),
  arrivalCity: z.string(required('Please enter Arrival City')),
  isAccommodationRequired: z.boolean(required('Please select accommodation')),
};

/**
 * What the owner may leave out, or has to fill in under a condition that the domain judges; null where it is not there.
 * A field that trips on devices do not have yet is optional besides.
 */
const optional = {
  traveller: z.nullable(z.string()),
  travellerDOB: z.nullable(dayMillis),
  accommodationCity: z.nullable(z.string()),
  checkInDate: z.nullable(dayMillis),
  checkOutDate: z.nullable(dayMillis),
  preferredHotel: z.nullable(z.string()),
  preferredLocation: z.nullable(z.string()),
  remarks: z.nullable(z.string()),
};

/** The optional fields of a trip about which nothing was said. */
export const LEFT_OUT = Object.fromEntries(Object.keys(optional).map((name) => [name, null])) as Record<
  keyof typeof optional,
  null
>;

/** Travel request. */
export const trip = z.object({
  tripId: z.string(),
  userEmail: z.string(),
  employeeName: z.string(),
  employeeCode: z.string(),
  /** The manager on record, and the stand-in who decided for them, if one did. */
  managerName: z.optional(z.nullable(z.string())),
  decidedBy: z.optional(z.nullable(z.string())),
  /** The reader decided a stage of it, in whosever name; absent otherwise. Only lists and the record page say it. */
  decidedByYou: z.optional(z.boolean()),
  managerEmail: z.nullable(z.string()),
  ...needed,
  preferredTime: z.nullable(needed.preferredTime),
  ...optional,
  totalTravelDays: z.int(),
  managerRemarks: z.nullable(z.string()),
  adminRemarks: z.nullable(z.string()),
  cancellationRemarks: z.nullable(z.string()),
  adminCancellationRemarks: z.nullable(z.string()),
  managerApprovalStatus: z.enum(MANAGER_STATUSES),
  adminApprovalStatus: z.enum(ADMIN_STATUSES),
  cancellationStatus: z.enum(CANCELLATION_STATUSES),
  ticketUploadStatus: z.enum(TICKET_STATUSES),
  ticketAmount: z.nullable(rupees),
  ticketRefundAmount: z.nullable(rupees),
  amountToBeDeductedFromSalary: z.nullable(rupees),
  ticketUrl: z.array(document),
  /**
   * What was added after the first tickets, and why; their files are among `ticketUrl`, their amounts in `ticketAmount`
   * (ADM-12).
   */
  furtherTickets: z.optional(
    z
      .array(z.object({ ticketAmount: rupees, reason: z.string(), addedAt: moment, addedBy: z.string() }))
      .check(z.maxLength(MAX_FURTHER_TICKETS)),
  ),
  candidateEmpCode: z.nullable(z.string()),
  ...recordStamp,
  ...savedStamp,
  ...cutStamp,
});
export type Trip = z.infer<typeof trip>;

/** A trip as it is sent. What is not asked for is left out. */
export const tripBody = z.object({
  ...needed,
  ...z.partial(z.object(optional)).shape,
  cancellationRemarks: z.optional(z.nullable(z.string())),
});
export type TripBody = z.infer<typeof tripBody>;

/** What the owner of a trip says of it. src/domain/tripFields.ts defines each of these fields. */
export type OwnTripFields = Omit<TripBody, 'cancellationRemarks'>;

/** The trip's fields come along and are not looked at; the remark alone is new. */
export const cancelTripBody = z.object({ cancellationRemarks: z.optional(z.nullable(z.string())) });

/** `city` is the name as it is stored, unlike any other's; `state` says where it is. */
export const city = z.object({ city: z.string(), state: z.optional(z.string()) });
export type City = z.infer<typeof city>;
