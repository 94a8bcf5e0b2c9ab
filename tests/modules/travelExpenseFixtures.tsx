import { screen, within } from '@testing-library/react';
import type { TripWithClaims } from '#contract/expense.ts';
import { keepRows } from '#data/readCache.ts';
import { addDays, dayOf, formatDay, millisOfDay } from '#domain/dates.ts';
import { RaiseTravelExpense } from '#modules/travelExpense/screens/RaiseTravelExpense.tsx';
import { TRAVEL_EXPENSE_FILTERS } from '#modules/claims/filters.ts';
import { listSearch } from '#list/search.ts';
import { PERSON, showAt } from '#tests/support/screen.tsx';

export const { timeZone, email } = PERSON;
export const today = dayOf(Date.now(), timeZone);
export const yesterday = addDays(today, -1);
export const at = (day: string): number => millisOfDay(day, timeZone);
export const keep = (trips: TripWithClaims[]) => keepRows('searchTravelTrips', trips, Date.now(), 'test');

export const open = (address = '/raise-travel-expense') =>
  showAt(address, RaiseTravelExpense, listSearch(TRAVEL_EXPENSE_FILTERS));

export const head = (id = 'TRP0001') => screen.findByRole('button', { name: new RegExp(`^${id}, `) });

export const day = async (which: string): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { level: 2, name: new RegExp(formatDay(which)) })).closest(
    'section',
  ) as HTMLElement;

export const createButton = async (which: string) =>
  within(await day(which)).getByRole('button', { name: 'Create Travel Expense' });
