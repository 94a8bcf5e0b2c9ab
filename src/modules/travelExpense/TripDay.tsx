import { useId, type ReactElement } from 'react';
import type { TravelExpense } from '#contract/expense.ts';
import { formatDay, weekday, type Day } from '#domain/dates.ts';
import type { OpenDialog } from '#list/definition.ts';
import type { Item } from '#list/items.ts';
import { Action } from '#ui/Action.tsx';
import { TravelExpenseItem } from './TravelExpenseItem.tsx';
import styles from './TravelTrip.module.css';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export interface TripDayProps {
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
export function TripDay({
  day,
  today,
  items,
  timeZone,
  readOnly,
  busy,
  onCreate,
  openDialog,
}: TripDayProps): ReactElement {
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
