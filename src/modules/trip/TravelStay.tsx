import type { ReactElement } from 'react';
import { useWatch, type UseFormSetValue } from 'react-hook-form';
import { isDay } from '#domain/dates.ts';
import { YES, YES_NO } from '#domain/tripWords.ts';
import { FormChoice, FormDay, FormLine } from '#form/fields.tsx';
import { FormCity } from '#form/FormCity.tsx';
import { Action } from '#ui/Action.tsx';
import { choicesOf, isAbroad } from '#modules/claims/index.ts';
import styles from './Trip.module.css';
import type { TripPartProps } from './TripFields.tsx';
import { type TripValues, named, namedText } from './values.ts';

const CHOICES = choicesOf(YES_NO);

/** Whether a place to stay is wanted, and which: asked for and sent only when it is. */
export function TravelStay({
  control,
  disabled,
  setValue,
}: TripPartProps & { setValue: UseFormSetValue<TripValues> }): ReactElement {
  const [required, start, end, arrivalCity, city, checkIn, checkOut, travelType] = useWatch({
    control,
    name: [
      'isAccommodationRequired',
      'startDate',
      'endDate',
      'arrivalCity',
      'accommodationCity',
      'checkInDate',
      'checkOutDate',
      'travelType',
    ],
  });
  const choice = (
    <FormChoice control={control} {...named('isAccommodationRequired')} choices={CHOICES} disabled={disabled} />
  );
  if (required !== YES) return choice;

  const whole = isDay(start) && isDay(end);
  const bounds = 'Within the travel dates.';
  const first = isDay(start) ? start : undefined;
  const last = isDay(end) ? end : undefined;
  const open = !disabled && whole && arrivalCity !== '' && (city === '' || checkIn === '' || checkOut === '');
  const fill = (): void => {
    const empty = {
      accommodationCity: city === '' ? arrivalCity : city,
      checkInDate: checkIn === '' ? start : checkIn,
      checkOutDate: checkOut === '' ? end : checkOut,
    };
    for (const [name, value] of Object.entries(empty))
      setValue(name as keyof typeof empty, value, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <>
      {choice}
      {open ? (
        <div>
          <Action small look="soft" onClick={fill}>{`Stay in ${arrivalCity} for the whole trip`}</Action>
        </div>
      ) : null}
      <FormCity control={control} {...named('accommodationCity')} abroad={isAbroad(travelType)} disabled={disabled} />
      <div className={styles.pair}>
        <FormDay
          control={control}
          {...named('checkInDate')}
          min={first}
          max={isDay(checkOut) ? checkOut : last}
          disabled={disabled}
          hint={disabled ? undefined : bounds}
        />
        <FormDay
          control={control}
          {...named('checkOutDate')}
          min={isDay(checkIn) ? checkIn : first}
          max={last}
          disabled={disabled}
          hint={disabled ? undefined : isDay(checkIn) ? 'Not before the check-in date.' : bounds}
        />
      </div>
      <div className={styles.pair}>
        <FormLine
          control={control}
          {...namedText('preferredHotel')}
          optional={!disabled}
          capitals="words"
          disabled={disabled}
        />
        <FormLine
          control={control}
          {...namedText('preferredLocation')}
          optional={!disabled}
          capitals="words"
          disabled={disabled}
        />
      </div>
    </>
  );
}
