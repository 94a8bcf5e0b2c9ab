import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { FormDay, FormLine } from '#form/fields.tsx';
import styles from './Trip.module.css';
import type { TripPartProps } from './TripFields.tsx';
import { hasTravellerFields, named, namedText } from './values.ts';

/** Who travels, when it is somebody else: only then it is asked for and sent. */
export function TravelTraveller({ control, today, disabled }: TripPartProps): ReactElement | null {
  const travelToBeDoneBy = useWatch({ control, name: 'travelToBeDoneBy' });
  if (!hasTravellerFields({ travelToBeDoneBy })) return null;
  return (
    <div className={styles.pair}>
      <FormLine control={control} {...namedText('traveller')} capitals="words" disabled={disabled} />
      <FormDay
        control={control}
        {...named('travellerDOB')}
        max={today}
        disabled={disabled}
        hint={disabled ? undefined : 'Date of birth, not in the future.'}
      />
    </div>
  );
}
