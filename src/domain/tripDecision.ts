import type { AdminStatus, CancellationStatus, ManagerStatus, TicketStatus } from '#contract/enums.ts';

/** What admins do with trips: approve, reject, add tickets, settle cancellations (approver.md 4 and 5, rules.md 'Trips'). */

/** The admin status of a trip that an admin has decided. */
export const afterAdminDecision = (approve: boolean): AdminStatus => (approve ? 'ADMIN_APPROVED' : 'ADMIN_REJECTED');

/** Nobody travelled: both statuses say so. */
export const NO_SHOW = { manager: 'NO_SHOW', admin: 'NO_SHOW' } as const satisfies { manager: ManagerStatus; admin: AdminStatus };

/** The cancellation of a trip once the admin has settled it, or refused it. */
export const afterCancellation = (cancel: boolean): CancellationStatus => (cancel ? 'APPROVED' : 'REJECTED');

export const TICKETS = { none: 'NOT_UPDATED', there: 'UPDATED' } as const satisfies Record<string, TicketStatus>;
