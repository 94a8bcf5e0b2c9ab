import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import type { TravelExpense, TripWithClaims } from '#contract/expense.ts';
import { useToday } from '#data/clock.ts';
import { dayOf, formatDay, weekday, type Day } from '#domain/dates.ts';
import { tripDays } from '#domain/trip.ts';
import type { OpenDialog, UnfoldedProps } from '#list/definition.ts';
import type { Item } from '#list/items.ts';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import { TravelExpenseItem } from './TravelExpenseItem.tsx';
import styles from './TravelTrip.module.css';
import { dayAddress, daysOf } from './kind.ts';
import { useTripClaims } from './useTripClaims.ts';
import { VERIFYING_FAILED, verifyTravelClaim } from './verify.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

interface TripDayProps {
  day: Day;
  today: Day;
  items: readonly Item<TravelExpense>[];
  timeZone: string;
  readOnly: boolean;
  /** The conditions of a new claim are being verified. */
  busy: boolean;
  onCreate: () => void;
  openDialog: OpenDialog;
}

/** One day of a trip: its claims, and a button for one more. */
function TripDay({ day, today, items, timeZone, readOnly, busy, onCreate, openDialog }: TripDayProps): ReactElement {
  const id = useId();
  return (
    <section className={styles.day} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.date}>
          {formatDay(day)}
          <span className={styles.weekday}>{day === today ? 'Today' : WEEKDAYS[weekday(day)]}</span>
        </h2>
        {readOnly ? null : (
          <Action small icon="plus" busy={busy} aria-describedby={id} onClick={onCreate}>
            Create Travel Expense
          </Action>
        )}
      </div>
      {items.length > 0 ? (
        <ul className={styles.claims} aria-label={`Claims of ${formatDay(day)}`}>
          {items.map((item) => (
            <TravelExpenseItem
              key={item.key}
              item={item}
              timeZone={timeZone}
              readOnly={readOnly}
              openDialog={openDialog}
            />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>No claims for this day.</p>
      )}
    </section>
  );
}

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
