import type { ReactElement } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { isDay } from '#domain/dates.ts';
import { totalTravelDays } from '#domain/trip.ts';
import { TextInput } from '#ui/TextInput.tsx';
import type { TripValues } from './values.ts';

/** Computed from the dates, both counted (TRIP-5). */
export function TotalDays({ control }: { control: Control<TripValues> }): ReactElement {
  const [start, end] = useWatch({ control, name: ['startDate', 'endDate'] });
  const days = isDay(start) && isDay(end) ? totalTravelDays(start, end) : 0;
  return <TextInput label="Total travel days" value={days > 0 ? String(days) : ''} readOnly />;
}
