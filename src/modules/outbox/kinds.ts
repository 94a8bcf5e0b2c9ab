import type { EndpointName } from '#contract/endpoints.ts';
import type { Entry } from '#outbox/entry.ts';

/**
 * Where the form of an entry is opened again: the list of its kind, with `?edit=<entry id>`. Decisions have no such
 * place.
 */
const FORMS: Partial<Record<EndpointName, string>> = {
  createLocalExpense: '/raise-local/expense',
  updateLocalExpense: '/raise-local/expense',
  updateConveyance: '/raise-local/conveyance',
  createTravelExpense: '/raise-travel-expense',
  updateTravelExpense: '/raise-travel-expense',
  createTrip: '/raise-travel-request',
  updateTrip: '/raise-travel-request',
  cancelTrip: '/raise-travel-request',
  uploadTicketDetails: '/view-travel-request',
  addFurtherTicket: '/view-travel-request',
  uploadCancellationDetails: '/view-travel-request',
  rejectCancellation: '/view-travel-request',
  markNoShow: '/view-travel-request',
  setExceptionalDate: '/home/exceptional-dates',
};

/** Questions and answers are written on the page of the record they are about. */
const ENQUIRIES: ReadonlySet<EndpointName> = new Set<EndpointName>(['askEnquiry', 'answerEnquiry', 'closeEnquiry']);
const WRITTEN: ReadonlySet<EndpointName> = new Set<EndpointName>(['askEnquiry', 'answerEnquiry']);

function pathOf(entry: Entry): string | undefined {
  const about = entry.record['about'];
  return WRITTEN.has(entry.endpoint) && typeof about === 'string'
    ? `/detail/${encodeURIComponent(about)}/enquiries`
    : FORMS[entry.endpoint];
}

export const formAddress = (entry: Entry): string | null => {
  const path = pathOf(entry);
  return path === undefined || entry.unreadable ? null : `${path}?edit=${encodeURIComponent(entry.id)}`;
};

export const isDecision = (entry: Entry): boolean =>
  !entry.unreadable && FORMS[entry.endpoint] === undefined && !ENQUIRIES.has(entry.endpoint);

/** The id that the server gave, once it has answered. */
export function sentId(entry: Entry): string | null {
  const data = (entry.answer as { data?: { expenseId?: unknown; tripId?: unknown } } | undefined)?.data;
  const id = data?.expenseId ?? data?.tripId;
  return typeof id === 'string' ? id : null;
}
