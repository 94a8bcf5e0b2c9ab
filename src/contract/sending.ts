import type { Endpoint } from './endpoint.ts';

/** What a waiting entry is asked about its call, which it knows by name alone. */
export type SendingFacts = Partial<
  Pick<
    Endpoint,
    'name' | 'method' | 'path' | 'fixed' | 'changedBy' | 'files' | 'editPath' | 'withdraws' | 'keepsPending'
  >
>;

const LOCAL = '/raise-local/expense';
const CONVEYANCE = '/raise-local/conveyance';
const TRAVEL = '/raise-travel-expense';
const TRIP = '/raise-travel-request';
const OFFICE = '/view-travel-request';
const ENQUIRY = '/detail/:about/enquiries';
const TICKETS = { files: 'ticketUrl', editPath: OFFICE, keepsPending: true } as const;

const updateLocalExpense = {
  name: 'updateLocalExpense',
  method: 'PUT',
  path: '/api/v1/allExpense/update',
  fixed: { primaryExpenseType: '0' },
  editPath: LOCAL,
} as const;
const updateTravelExpense = {
  name: 'updateTravelExpense',
  method: 'PUT',
  path: '/api/v1/allExpense/update',
  fixed: { primaryExpenseType: '2' },
  editPath: TRAVEL,
} as const;
const updateTrip = {
  name: 'updateTrip',
  method: 'PUT',
  path: '/api/v1/travel-request/update-fields',
  editPath: TRIP,
} as const;

/**
 * The part of the endpoints that outbox and lists read. The definitions spread it in; it stands apart from them because
 * their schemas are a good part of the contract, and the first script and the worker read none of them.
 */
export const SENDING = {
  createLocalExpense: { changedBy: updateLocalExpense, editPath: LOCAL },
  updateLocalExpense,
  withdrawLocalExpense: { withdraws: true },
  updateConveyance: { editPath: CONVEYANCE },
  createTravelExpense: { changedBy: updateTravelExpense, editPath: TRAVEL },
  updateTravelExpense,
  withdrawTravelExpense: { withdraws: true },
  createTrip: { changedBy: updateTrip, editPath: TRIP },
  updateTrip,
  cancelTrip: { editPath: TRIP },
  uploadTicketDetails: TICKETS,
  addFurtherTicket: TICKETS,
  uploadCancellationDetails: { editPath: OFFICE },
  rejectCancellation: { editPath: OFFICE },
  markNoShow: { editPath: OFFICE },
  setExceptionalDate: { editPath: '/home/exceptional-dates' },
  askEnquiry: { editPath: ENQUIRY },
  answerEnquiry: { editPath: ENQUIRY },
  closeEnquiry: { editPath: null },
} as const satisfies Record<string, SendingFacts>;

const facts: Readonly<Record<string, SendingFacts>> = SENDING;

/** What the outbox and the lists know of the call with this name. */
export const sendingOf = (name: string): SendingFacts => (Object.hasOwn(facts, name) ? (facts[name] ?? {}) : {});

/** Whether the queued call with this name decides or withdraws: what one is about is nothing to another. */
export const isDecisionCall = (name: string): boolean => sendingOf(name).editPath === undefined;

/** Whether one request may carry it beside others (OB-8): what decides up to a hundred at once goes by itself. */
export const travelsTogether = (name: string): boolean => isDecisionCall(name) && !name.startsWith('bulk');
