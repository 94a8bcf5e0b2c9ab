import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { ADMIN_STATUSES, CANCELLATION_STATUSES, TICKET_STATUSES } from '#contract/enums.ts';
import { NO_ROLES } from '#data/sessionStore.ts';
import type { Trip } from '#contract/trip.ts';
import { outbox } from '#data/entries.ts';
import { keepRows } from '#data/readCache.ts';
import { dayOf, millisOfDay } from '#domain/dates.ts';
import { AdminTravelRequests } from '#modules/trip/screens/AdminTravelRequests.tsx';
import { ADMIN_TRIP_FILTERS } from '#modules/trip/admin/filters.ts';
import { listSearch } from '#list/search.ts';
import { APPROVED } from '#tests/support/claims.ts';
import { PERSON, showAt } from '#tests/support/screen.tsx';
import { aTrip } from '#tests/support/trips.ts';

export const PATH = '/view-travel-request';

export const ADMIN = {
  ...PERSON,
  email: 'admin@example.com',
  name: 'Latha Rao',
  employeeCode: 'KH1010',
  roles: { ...NO_ROLES, isAdmin: true },
};

export const { timeZone } = ADMIN;
export const today = dayOf(Date.now(), timeZone);
export const at = (day: string): number => millisOfDay(day, timeZone);
export const [, ADMIN_APPROVED, ADMIN_REJECTED, ADMIN_NO_SHOW] = ADMIN_STATUSES;
export const [, CANCELLING, CANCELLED, KEPT] = CANCELLATION_STATUSES;
export const [, UPDATED] = TICKET_STATUSES;

/** A trip that its manager approved. */
export const trip = (more: Partial<Trip> = {}): Trip => aTrip({ managerApprovalStatus: APPROVED, ...more });

export const keep = (rows: Trip[]) => keepRows('searchTrips', rows, Date.now(), 'test');
export const open = (address = PATH) => showAt(address, AdminTravelRequests, listSearch(ADMIN_TRIP_FILTERS));
export const EVERYTHING = `${PATH}?ADMIN_APPROVAL_STATUS=0|1|2&CANCELLATION_STATUS=0|1|2|3`;
export const cards = () => screen.findAllByRole('listitem', { name: /^TRP/ });
export const names = async () => (await cards()).map((card) => card.getAttribute('aria-label'));
export const first = async (): Promise<HTMLElement> => (await cards())[0] as HTMLElement;
export const entries = async () => (await outbox()).list();

export const press = async (name: RegExp | string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }));

export const isClosed = (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
