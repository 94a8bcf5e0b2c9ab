import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { searchTrips } from '#contract/calls/trips.ts';
import { MAX_PAGE_SIZE, MAX_TRIP_DAYS } from '#contract/limits.ts';
import type { Trip } from '#contract/trip.ts';
import { useEntries } from '#data/entries.ts';
import { readOptions } from '#data/query.ts';
import { storedRows } from '#data/readCache.ts';
import { useSession } from '#data/session.ts';
import { addDays, dayOf, endOfDay, millisOfDay } from '#domain/dates.ts';
import { statusOf } from '#domain/status.ts';
import { isCancelled, type OtherTrip } from '#domain/trip.ts';
import type { Entry } from '#outbox/entry.ts';
import { tripKind, wayOf } from './kind.ts';

const isNew = (entry: Entry): boolean => tripKind.creates.includes(entry.endpoint) && entry.state !== 'done';
const isActive = (row: Trip): boolean =>
  !isCancelled(row) &&
  statusOf(row.managerApprovalStatus) !== 'rejected' &&
  statusOf(row.adminApprovalStatus) !== 'rejected';

/**
 * This person's trips that may lie on these days: asked of the server; without it, those on this device; and those that
 * still wait here. None while there are no days.
 */
export function useOtherTrips(
  days: { start: string; end: string } | null,
  self: { tripId: string | undefined; entryId: string | undefined },
): readonly OtherTrip[] {
  const session = useSession();
  const { email, timeZone } = session;
  const { start = '', end = '' } = days ?? {};
  const list = useMemo(() => {
    // A trip is found by its start: the longest that still goes on began so long before.
    const range =
      start === ''
        ? ['', '']
        : [String(millisOfDay(addDays(start, -MAX_TRIP_DAYS), timeZone)), String(endOfDay(end, timeZone))];
    return { pageSize: MAX_PAGE_SIZE, pageNumber: 0, filters: { USER_EMAIL: [email], DATE_RANGE: range } };
  }, [start, end, email, timeZone]);
  const asked = useQuery({ ...readOptions(searchTrips, { list }), enabled: days !== null, retry: false });
  const kept = useQuery({
    queryKey: ['trips on this device', email],
    queryFn: () => storedRows<Trip>(searchTrips.name),
    enabled: days !== null,
    networkMode: 'always',
    staleTime: 0,
  });
  const waiting = useEntries(isNew);

  return useMemo(() => {
    const rows =
      asked.data?.content ??
      (kept.data ?? []).map(({ row }) => row).filter((row) => row.userEmail.toLowerCase() === email.toLowerCase());
    const known = rows
      .filter((row) => isActive(row) && row.tripId !== self.tripId)
      .map((row) => ({
        tripId: `${wayOf(row)} (${row.tripId})`,
        startDay: dayOf(row.startDate, timeZone),
        endDay: dayOf(row.endDate, timeZone),
      }));
    const own = waiting
      .filter((entry) => entry.id !== self.entryId)
      .map((entry) => tripKind.queuedRow(entry, session))
      .map((row) => ({
        tripId: `${wayOf(row)} (not sent yet)`,
        startDay: dayOf(row.startDate, timeZone),
        endDay: dayOf(row.endDate, timeZone),
      }));
    return [...known, ...own];
  }, [asked.data, kept.data, waiting, session, email, timeZone, self.tripId, self.entryId]);
}
