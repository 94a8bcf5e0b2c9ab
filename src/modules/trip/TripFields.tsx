import { type ReactElement, memo, type ReactNode } from 'react';
import { useWatch, type Control, type UseFormReturn } from 'react-hook-form';
import { isDay } from '#domain/dates.ts';
import { totalTravelDays } from '#domain/trip.ts';
import { BOOKED_BY, DONE_BY, MODE, TRAVEL_TYPE, TRIP_TYPE } from '#domain/tripWords.ts';
import { TextInput } from '#ui/TextInput.tsx';
import { type TripValues, named, namedText } from './values.ts';
import { FormChoice, FormText } from '#form/fields.tsx';
import { FormTime } from '#form/FormTime.tsx';
import { choicesOf } from '#modules/claims/index.ts';
import styles from './Trip.module.css';
import { TravelDates } from './TravelDates.tsx';
import { TravelPlaces } from './TravelPlaces.tsx';
import { TravelStay } from './TravelStay.tsx';
import { TravelTraveller } from './TravelTraveller.tsx';

/** Computed from the dates, both counted (TRIP-5). */
function TotalDays({ control }: { control: Control<TripValues> }): ReactElement {
  const [start, end] = useWatch({ control, name: ['startDate', 'endDate'] });
  const days = isDay(start) && isDay(end) ? totalTravelDays(start, end) : 0;
  return <TextInput label="Total travel days" value={days > 0 ? String(days) : ''} readOnly />;
}

type TripFormOf = Pick<UseFormReturn<TripValues>, 'control' | 'setValue'>;

/** What each part of the form is given. */
export interface TripPartProps {
  control: Control<TripValues>;
  today: string;
  disabled: boolean;
}

export interface TripFieldsProps {
  form: TripFormOf;
  today: string;
  /** The trip itself, when it is there already: it does not overlap with itself. */
  tripId?: string | undefined;
  entryId?: string | undefined;
  disabled?: boolean;
  /** Further fields at the end. */
  children?: ReactNode;
}

const CHOICES = {
  travelType: choicesOf(TRAVEL_TYPE),
  tripType: choicesOf(TRIP_TYPE),
  travelBookedBy: choicesOf(BOOKED_BY),
  modeOfTravel: choicesOf(MODE),
  travelToBeDoneBy: choicesOf(DONE_BY),
};

function Fields({ form, today, tripId, entryId, disabled = false, children }: TripFieldsProps): ReactElement {
  const { control } = form;
  const part = { control, today, disabled };
  return (
    <>
      <div className={styles.part}>
        <TravelDates {...part} tripId={tripId} entryId={entryId} />
        <FormTime
          control={control}
          {...named('preferredTime')}
          disabled={disabled}
          hint={disabled ? undefined : 'When you would like to leave, in 24 hours.'}
        />
      </div>
      <div className={styles.part}>
        <FormChoice control={control} {...named('travelType')} choices={CHOICES.travelType} disabled={disabled} />
        <FormChoice control={control} {...named('tripType')} choices={CHOICES.tripType} disabled={disabled} />
        <FormChoice
          control={control}
          {...named('travelBookedBy')}
          choices={CHOICES.travelBookedBy}
          disabled={disabled}
        />
        <FormText control={control} {...namedText('reasonForTravel')} disabled={disabled} />
        <FormChoice control={control} {...named('modeOfTravel')} choices={CHOICES.modeOfTravel} disabled={disabled} />
        <FormChoice
          control={control}
          {...named('travelToBeDoneBy')}
          choices={CHOICES.travelToBeDoneBy}
          disabled={disabled}
        />
        <TravelPlaces {...part} />
        <TravelTraveller {...part} />
      </div>
      <div className={styles.part}>
        <TravelStay {...part} setValue={form.setValue} />
      </div>
      <div className={styles.part}>
        <TotalDays control={control} />
        <FormText control={control} {...namedText('remarks')} optional={!disabled} disabled={disabled} />
        {children}
      </div>
    </>
  );
}

/** The fields of a travel request, in the form's order. They are not drawn again for what goes on around them. */
export const TripFields = memo(Fields);
