import type { Endpoint } from './endpoint.ts';

/**
 * What the outbox must know of a call that it has by name only. Apart from the calls themselves, whose shapes of bodies
 * and answers are a good part of the contract: the outbox lies in the first script and in the worker, which read none
 * of them.
 */

/** The addresses by which a record that a create has made, or may have made, is changed. */
export const CHANGES = {
  updateLocalExpense: { method: 'PUT', path: '/api/v1/allExpense/update', fixed: { primaryExpenseType: '0' } },
  updateTravelExpense: { method: 'PUT', path: '/api/v1/allExpense/update', fixed: { primaryExpenseType: '2' } },
  updateTrip: { method: 'PUT', path: '/api/v1/travel-request/update-fields' },
} as const satisfies Record<string, Pick<Endpoint, 'method' | 'path' | 'fixed'>>;

/** The field of a call's body that names its files, where it is another than `billUrl`. */
export const FILES_FIELDS = { uploadTicketDetails: 'ticketUrl', addFurtherTicket: 'ticketUrl' } as const;
