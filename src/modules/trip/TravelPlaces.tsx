import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { tripWarnings } from '#domain/trip.ts';
import { FormCity } from '#form/FormCity.tsx';
import { Notice } from '#ui/Notice.tsx';
import { isAbroad } from '#modules/claims/index.ts';
import styles from './Trip.module.css';
import type { TripPartProps } from './TripFields.tsx';
import { named } from './values.ts';

/** From where to where. */
export function TravelPlaces({ control, disabled }: TripPartProps): ReactElement {
  const [departureCity, arrivalCity, travelType] = useWatch({
    control,
    name: ['departureCity', 'arrivalCity', 'travelType'],
  });
  const abroad = isAbroad(travelType);
  const warnings = disabled ? [] : tripWarnings({ departureCity, arrivalCity }, []);
  return (
    <>
      <div className={styles.pair}>
        <FormCity control={control} {...named('departureCity')} abroad={abroad} disabled={disabled} />
        <FormCity control={control} {...named('arrivalCity')} abroad={abroad} disabled={disabled} />
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
