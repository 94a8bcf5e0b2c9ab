import '@mantine/dates/styles.css';
import '@mantine/core/styles/UnstyledButton.css';
import { DatePicker } from '@mantine/dates';
import dayjs from 'dayjs';
import type { ReactElement } from 'react';
import styles from './Calendar.module.css';
import { MantineScope } from './MantineScope.tsx';

export interface CalendarProps {
  day: string | null;
  onPick: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
}

/**
 * The day whose month is shown before anything is picked: today where the bounds allow it, else the bound that is
 * nearest to it. The device's today will do: nothing is judged by it.
 */
function nearest(min: string | undefined, max: string | undefined): string {
  const today = dayjs().format('YYYY-MM-DD');
  if (max !== undefined && max < today) return max;
  return min !== undefined && min > today ? min : today;
}

/** A month to pick from; days outside the bounds are disabled. */
export function Calendar({ day, onPick, min, max }: CalendarProps): ReactElement {
  return (
    <MantineScope>
      <DatePicker
        value={day}
        defaultDate={day ?? nearest(min, max)}
        minDate={min}
        maxDate={max}
        firstDayOfWeek={1}
        size="md"
        fullWidth
        hideOutsideDates
        classNames={{ day: styles.day ?? '' }}
        // Red figures would miss the contrast that text needs, and a weekend is nothing wrong here.
        weekendDays={[]}
        onChange={(picked) => picked && onPick(picked)}
        ariaLabels={{
          previousMonth: 'Previous month',
          nextMonth: 'Next month',
          previousYear: 'Previous year',
          nextYear: 'Next year',
          previousDecade: 'Previous decade',
          nextDecade: 'Next decade',
          monthLevelControl: 'Choose a month',
          yearLevelControl: 'Choose a year',
        }}
      />
    </MantineScope>
  );
}
