import { screen, within } from '@testing-library/react';
import { ADMIN_STATUSES, CANCELLATION_STATUSES } from '#contract/enums.ts';
import type { Trip } from '#contract/trip.ts';
import { keepRows } from '#data/readCache.ts';
import { TravelRequests } from '#modules/trip/screens/TravelRequests.tsx';
import { TRAVEL_REQUEST_FILTERS } from '#modules/claims/filters.ts';
import { listSearch } from '#list/search.ts';
import { PERSON, showAt } from '#tests/support/screen.tsx';

export const PATH = '/raise-travel-request';
export const { timeZone } = PERSON;
export const [, ADMIN_APPROVED] = ADMIN_STATUSES;
export const [, CANCELLING] = CANCELLATION_STATUSES;

export const keep = (rows: Trip[]) => keepRows('searchTrips', rows, Date.now(), 'test');
export const raise = (address = PATH) => showAt(address, TravelRequests, listSearch(TRAVEL_REQUEST_FILTERS));
const cards = () => screen.findAllByRole('listitem', { name: /^(TRP|Not sent)/ });
export const names = async () => (await cards()).map((card) => card.getAttribute('aria-label'));
export const first = async (): Promise<HTMLElement> => (await cards())[0] as HTMLElement;
export const button = (within_: HTMLElement, name: string | RegExp) => within(within_).queryByRole('button', { name });
