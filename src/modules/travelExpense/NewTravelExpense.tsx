import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useToday } from '#data/clock.ts';
import { usePolicy } from '#data/policies.ts';
import { useSession } from '#data/session.ts';
import { formatDay, type Day } from '#domain/dates.ts';
import { policyOn } from '#domain/policyVersions.ts';
import { Notice } from '#ui/Notice.tsx';
import { deviceWord } from '#ui/usePhone.ts';
import { TravelExpenseForm } from './TravelExpenseForm.tsx';
import styles from './TravelTrip.module.css';
import { exceptionalDay, exceptionalOptions, isOld } from './verify.ts';

/**
 * Said of an old day when this device has never learned whether an exceptional date allows it: the server will (EXC-3).
 */
function OldDayNotice({ day, days }: { day: Day; days: number }): ReactElement | null {
  const { email, timeZone } = useSession();
  const { data } = useQuery({ ...exceptionalOptions(email), enabled: false });
  const exceptional = data && exceptionalDay(data, timeZone);
  if (exceptional !== undefined) return null;
  return (
    <Notice tone="wait" icon="clock">
      {`${formatDay(day)} is more than ${days} days ago. This ${deviceWord()} does not know whether you may still ` +
        'claim for it; our server decides when the claim arrives.'}
    </Notice>
  );
}

/** A new claim for a day of a trip. */
export function NewTravelExpense({
  tripId,
  day,
  trip,
  onClose,
}: {
  tripId: string;
  day: Day;
  trip?: { route: string; dates: string } | undefined;
  onClose: () => void;
}): ReactElement {
  const { timeZone } = useSession();
  const today = useToday(timeZone);
  const { policies } = usePolicy();
  return (
    <TravelExpenseForm
      tripId={tripId}
      day={day}
      notices={
        <>
          {trip ? (
            <p className={styles.trip}>
              {trip.route}
              <span>{trip.dates}</span>
            </p>
          ) : null}
          {isOld(day, today, policies) ? <OldDayNotice day={day} days={policyOn(policies, today).reach.days} /> : null}
        </>
      }
      onClose={onClose}
    />
  );
}
