/** Records as they stand on the wire. */

export interface WireClaim {
  expenseId: string;
  localExpenseType: string;
  claimAmount: number;
  remarks: string | null;
  managerApprovalStatus: string;
  managerApprovedAmount: number | null;
  managerRemarks: string | null;
  financeApprovalStatus: string;
  financeApprovedAmount: number | null;
  paymentDate?: number | null;
  billUrl: { fingerPrint: string; size: number; type: string }[];
  userEmail: string;
  version: number;
}

export interface WireConveyance extends Omit<WireClaim, 'expenseId' | 'localExpenseType'> {
  tripId: string;
  clientName: string;
  conveyanceType: string;
}

export interface WireTravelClaim extends Omit<WireClaim, 'localExpenseType'> {
  tripId: string;
  travelExpenseType: string;
  expenseDate: number;
  createdAt: number;
  withdrawn?: boolean;
}

export interface WireTrip {
  tripId: string;
  employeeCode: string;
  startDate: number;
  reasonForTravel: string;
  preferredTime: number;
  travelToBeDoneBy: string;
  managerApprovalStatus: string;
  adminApprovalStatus: string;
  cancellationStatus: string;
  cancellationRemarks: string | null;
  candidateEmpCode: string | null;
  version: number;
}

/** A trip with its days and their claims. */
export interface WireTravelTrip {
  tripId: string;
  startDate: number;
  endDate: number;
  managerApprovalStatus: string;
  adminApprovalStatus: string;
  cancellationStatus?: string;
  dateResponseList: { expenseDate: number; travelExpenses: WireTravelClaim[] }[];
}

/** One trip as the sales app reports it. */
export interface SalesTrip {
  externalId: string;
  employeeEmail: string;
  clientName: string;
  fromLocation: string;
  toLocation: string;
  travelDate: number;
  conveyanceType: string;
  distanceTravelled: number;
  claimAmount?: number;
  remarks?: string;
}
