import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { TripWithClaims } from '#contract/expense.ts';
import { useToday } from '#data/clock.ts';
import { dayOf, type Day } from '#domain/dates.ts';
import { tripDays } from '#domain/trip.ts';
import type { UnfoldedProps } from '#list/definition.ts';
import { toast } from '#ui/toast.ts';
import { dayAddress, daysOf } from './kind.ts';
import { TripDay } from './TripDay.tsx';
import styles from './TravelTrip.module.css';
import { useTripClaims } from './useTripClaims.ts';
import { VERIFYING_FAILED, verifyTravelClaim } from './verify.ts';

/** The days of a trip with the claims of each, and the way to a new one (TRV-7); the address says what is unfolded. */
export function TripDays({ row, viewer, readOnly, openDialog }: UnfoldedProps<TripWithClaims>): ReactElement {
  const { timeZone } = viewer;
  const client = useQueryClient();
  const items = useTripClaims(row, viewer, readOnly);
  const [verifying, setVerifying] = useState<Day | null>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const today = useToday(timeZone);
  const { startDay, endDay } = daysOf(row, timeZone);
  // A claim is on its day even when the trip no longer covers it.
  const days = [
    ...new Set([...tripDays(startDay, endDay), ...items.map((item) => dayOf(item.row.expenseDate, timeZone))]),
  ].sort();

  const create = async (day: Day): Promise<void> => {
    setVerifying(day);
    try {
      const verdict = await verifyTravelClaim(client, row, day, viewer);
      if (!here.current) return;
      if (verdict.ok) openDialog('new', '1', undefined, dayAddress(row.tripId, day));
      else toast.error(verdict.message);
    } catch {
      toast.error(VERIFYING_FAILED);
    } finally {
      if (here.current) setVerifying(null);
    }
  };

  return (
    <div className={styles.days}>
      {days.map((day) => (
        <TripDay
          key={day}
          day={day}
          today={today}
          items={items.filter((item) => dayOf(item.row.expenseDate, timeZone) === day)}
          timeZone={timeZone}
          readOnly={readOnly}
          busy={verifying === day}
          onCreate={() => void create(day)}
          openDialog={openDialog}
        />
      ))}
    </div>
  );
}
