import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { MAX_TRIP_DAYS } from '#contract/limits.ts';
import { usePolicy } from '#data/policies.ts';
import { addDays, formatDay, isDay } from '#domain/dates.ts';
import { totalTravelDays, tripEarliest, tripLatest, tripWarnings } from '#domain/trip.ts';
import { policyOn } from '#domain/policyVersions.ts';
import { FormDay } from '#form/fields.tsx';
import { Notice } from '#ui/Notice.tsx';
import styles from './Trip.module.css';
import type { TripPartProps } from './TripFields.tsx';
import { useOtherTrips } from './useOtherTrips.ts';
import { named } from './values.ts';

/** The days of a trip: each keeps the other within bounds, and those of another trip are pointed out. */
export function TravelDates({
  control,
  today,
  disabled,
  tripId,
  entryId,
}: TripPartProps & { tripId: string | undefined; entryId: string | undefined }): ReactElement {
  const [start, end] = useWatch({ control, name: ['startDate', 'endDate'] });
  const { policies } = usePolicy();
  const earliest = tripEarliest(today, policies);
  const reach = `at most ${policyOn(policies, today).reach.days} days back and within the financial year`;
  const whole = isDay(start) && isDay(end) && totalTravelDays(start, end) > 0;
  const others = useOtherTrips(!disabled && whole ? { start, end } : null, { tripId, entryId });
  const warnings = disabled || !whole ? [] : tripWarnings({ startDay: start, endDay: end }, others);
  return (
    <>
      <div className={styles.pair}>
        <FormDay
          control={control}
          {...named('startDate')}
          min={earliest}
          max={isDay(end) ? end : tripLatest(today)}
          disabled={disabled}
          hint={
            disabled
              ? undefined
              : `From ${formatDay(earliest)}, ` + `${isDay(end) ? 'and not after the end date' : reach}.`
          }
        />
        <FormDay
          control={control}
          {...named('endDate')}
          min={isDay(start) ? start : earliest}
          max={addDays(isDay(start) ? start : tripLatest(today), MAX_TRIP_DAYS - 1)}
          disabled={disabled}
          hint={
            disabled
              ? undefined
              : isDay(start)
                ? `From ${formatDay(start)}: not before the start date.`
                : 'Not before the start date.'
          }
        />
      </div>
      {warnings.map((text) => (
        <Notice
          key={text}
          tone="wait"
          icon="warning"
          role="status"
        >{`${text}. You can ask for it all the same.`}</Notice>
      ))}
    </>
  );
}
