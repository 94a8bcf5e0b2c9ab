import {
  campaignOptions,
  countCampaign,
  createCampaign,
  deleteCampaign,
  findAllCampaigns,
  findCampaign,
  readCampaignAnalytics,
  readOverallAnalytics,
  signedReportUrl,
  updateCampaign,
} from './calls/campaigns.ts';
import * as audit from './calls/audit.ts';
import * as delegations from './calls/delegations.ts';
import { dropUpload, getDocument, startUpload, uploadFile, uploadPart, uploadProgress } from './calls/files.ts';
import {
  bulkFinanceConveyance,
  bulkFinanceLocal,
  bulkFinanceTravel,
  financeApproveConveyance,
  financeApproveLocal,
  financeApproveTravel,
  financeRejectConveyance,
  financeRejectLocal,
  financeRejectTravel,
  reviveConveyance,
  reviveLocal,
  reviveTravel,
} from './calls/finance.ts';
import { countWaiting, sumOwed } from './calls/home.ts';
import {
  bulkManagerLocal,
  createLocalExpense,
  managerApproveLocal,
  managerRejectLocal,
  searchLocalExpenses,
  updateLocalExpense,
  withdrawLocalExpense,
} from './calls/localExpenses.ts';
import * as notifications from './calls/notifications.ts';
import { demoAccounts, demoCredential, getConfig } from './calls/platform.ts';
import * as held from './calls/held.ts';
import { openLeaverLink } from './calls/leaving.ts';
import * as identityProviders from './calls/identityProviders.ts';
import * as provisioning from './calls/provisioning.ts';
import { oidcLogin } from './calls/oidc.ts';
import { codeLogin, getLoggedInDetails, googleLogin, logout, sendSignInCode } from './calls/session.ts';
import * as sessions from './calls/sessions.ts';
import {
  exceptionalDateHistory,
  exceptionalDates,
  exceptionalExpenseDate,
  setExceptionalDate,
} from './calls/exceptionalDates.ts';
import {
  changeManager,
  knownKeys,
  sentRequests,
  userRole,
  usersByCode,
  usersByEmail,
  usersByName,
} from './calls/users.ts';
import * as organisation from './calls/organisation.ts';
import * as retention from './calls/retention.ts';
import * as directory from './calls/people.ts';
import * as roleReview from './calls/roleReview.ts';
import * as policy from './calls/policy.ts';
import { readPolicies } from './calls/policyRead.ts';
import {
  bulkManagerTravel,
  createTravelExpense,
  managerApproveTravel,
  managerRejectTravel,
  searchTravelExpenses,
  searchTravelTrips,
  updateTravelExpense,
  withdrawTravelExpense,
} from './calls/travelExpenses.ts';
import {
  adminApproveTrip,
  adminRejectTrip,
  bulkAdminTrips,
  bulkManagerTrips,
  managerApproveTrip,
  managerRejectTrip,
  markNoShow,
  addFurtherTicket,
  rejectCancellation,
  uploadCancellationDetails,
  uploadTicketDetails,
} from './calls/tripDecisions.ts';
import {
  cancelTrip,
  createTrip,
  searchCities,
  searchTrips,
  tripExpenseIds,
  updateTrip,
  uploadCandidateInformation,
} from './calls/trips.ts';
import {
  answerEnquiry,
  askEnquiry,
  closeEnquiry,
  getRecord,
  recordEnquiries,
  recordHistory,
  searchEnquiries,
  searchMine,
} from './calls/records.ts';
import {
  bulkManagerConveyance,
  intakeConveyance,
  managerApproveConveyance,
  managerRejectConveyance,
  searchConveyance,
  updateConveyance,
} from './calls/conveyance.ts';
import { downloadExpenseExcel, signedFile, uploadExpenses, uploadPayments } from './calls/sheets.ts';
import {
  downloadConveyance,
  downloadDetailedReport,
  downloadGstCredits,
  downloadLocalExpenses,
  downloadSummarizedReport,
  downloadTravelExpenses,
  sumFinancePictures,
} from './calls/reports.ts';
import { sumTeamSpend } from './calls/spend.ts';
import { sendTogether } from './calls/together.ts';
import * as tally from './calls/tally.ts';
import { searchWaiting } from './calls/waiting.ts';
import * as apiKeys from './calls/apiKeys.ts';
import { readGst } from './calls/gst.ts';
import * as gstKeys from './calls/gstKeys.ts';
import { findUsedBills } from './calls/usedBills.ts';
import * as webhooks from './calls/webhooks.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Every call of the product, one entry each. The server registers its routes from these, the client calls through them,
 * the documentation is made of them.
 */
export const ENDPOINTS = {
  getConfig,
  demoAccounts,
  demoCredential,
  googleLogin,
  sendSignInCode,
  codeLogin,
  oidcLogin,
  getLoggedInDetails,
  logout,
  openLeaverLink,
  userRole,
  changeManager,
  exceptionalExpenseDate,
  exceptionalDates,
  exceptionalDateHistory,
  setExceptionalDate,
  knownKeys,
  sentRequests,
  sendTogether,
  usersByName,
  usersByEmail,
  usersByCode,
  readPolicies,
  ...policy,
  ...organisation,
  ...directory,
  ...roleReview,
  ...audit,
  ...held,
  ...retention,
  ...identityProviders,
  ...provisioning,
  ...webhooks,
  ...apiKeys,
  readGst,
  findUsedBills,
  ...gstKeys,
  ...sessions,
  ...delegations,
  uploadFile,
  startUpload,
  uploadProgress,
  uploadPart,
  dropUpload,
  getDocument,
  countWaiting,
  sumOwed,
  sumTeamSpend,
  ...notifications,
  searchLocalExpenses,
  createLocalExpense,
  updateLocalExpense,
  managerApproveLocal,
  managerRejectLocal,
  bulkManagerLocal,
  withdrawLocalExpense,
  searchTrips,
  createTrip,
  updateTrip,
  cancelTrip,
  searchCities,
  tripExpenseIds,
  uploadCandidateInformation,
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
  searchTravelTrips,
  createTravelExpense,
  updateTravelExpense,
  withdrawTravelExpense,
  searchTravelExpenses,
  managerApproveTravel,
  managerRejectTravel,
  bulkManagerTravel,
  searchConveyance,
  updateConveyance,
  managerApproveConveyance,
  managerRejectConveyance,
  bulkManagerConveyance,
  intakeConveyance,
  financeApproveLocal,
  financeRejectLocal,
  bulkFinanceLocal,
  reviveLocal,
  financeApproveConveyance,
  financeRejectConveyance,
  bulkFinanceConveyance,
  reviveConveyance,
  financeApproveTravel,
  financeRejectTravel,
  bulkFinanceTravel,
  reviveTravel,
  downloadLocalExpenses,
  downloadConveyance,
  downloadTravelExpenses,
  downloadDetailedReport,
  downloadGstCredits,
  downloadSummarizedReport,
  sumFinancePictures,
  searchMine,
  searchWaiting,
  getRecord,
  recordHistory,
  recordEnquiries,
  searchEnquiries,
  askEnquiry,
  answerEnquiry,
  closeEnquiry,
  uploadExpenses,
  uploadPayments,
  downloadExpenseExcel,
  signedFile,
  ...tally,
  createCampaign,
  updateCampaign,
  deleteCampaign,
  countCampaign,
  findCampaign,
  findAllCampaigns,
  campaignOptions,
  signedReportUrl,
  readCampaignAnalytics,
  readOverallAnalytics,
} as const satisfies Record<string, Endpoint>;
export type EndpointName = keyof typeof ENDPOINTS;
