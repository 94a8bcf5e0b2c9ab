import type { DatePreset } from '#contract/enums.ts';
import {
  addDays,
  addMonths,
  APRIL,
  endOfDay,
  financialYearStart,
  firstOfMonth,
  lastOfMonth,
  millisOfDay,
  mondayOf,
  type Day,
} from './dates.ts';

/**
 * Named spans of days (DATE-9). Both ends count;
 * null is an open end.
 */
export interface DateRange {
  start: Day | null;
  end: Day | null;
}

export const DATE_RANGE_TYPES = [
  'TODAY',
  'YESTERDAY',
  'YESTERDAY_LAST',
  'THIS_WEEK',
  'THIS_WEEK_LAST',
  'WEEKLY',
  'WEEKLY_LAST',
  'THIS_MONTH',
  'THIS_MONTH_DEMO',
  'THIS_MONTH_DEMO_LAST',
  'MONTHLY',
  'MONTHLY_LAST',
  'YEARLY',
  'YEARLY_LAST',
  'FINANCIAL_YEAR',
  'FINANCIAL_YEAR_LAST',
  'LAST_7_DAYS',
  'LAST_15_DAYS',
  'LAST_60_DAYS',
  'LAST_90_DAYS',
  'LAST_FINANCIAL_DAYS',
  'START',
  'END',
] as const;
export type DateRangeType = (typeof DATE_RANGE_TYPES)[number];

/** The month's last financial day (DATE-10). */
const FINANCIAL_DAY = 10;
/** From this day of the month on, finance sees approvals up to today (DATE-10). */
const CUT_OFF_DAY = 21;

const weekFrom = (monday: Day): DateRange => ({ start: monday, end: addDays(monday, 6) });
const monthOf = (day: Day): DateRange => ({ start: firstOfMonth(day), end: lastOfMonth(day) });
const yearOf = (day: Day): DateRange => ({ start: `${day.slice(0, 4)}-01-01`, end: `${day.slice(0, 4)}-12-31` });
const lastDays = (today: Day, count: number): DateRange => ({ start: addDays(today, 1 - count), end: today });
const only = (day: Day): DateRange => ({ start: day, end: day });
/** The 10th of the day's month, and the month up to it. */
const financialDayOf = (day: Day): Day => addDays(firstOfMonth(day), FINANCIAL_DAY - 1);
const untilFinancialDay = (day: Day): DateRange => ({ start: firstOfMonth(day), end: financialDayOf(day) });

const SPANS: Record<DateRangeType, (today: Day, yearFrom: number) => DateRange> = {
  TODAY: only,
  YESTERDAY: (today) => only(addDays(today, -1)),
  YESTERDAY_LAST: (today) => only(addDays(today, -2)),
  THIS_WEEK: (today) => weekFrom(mondayOf(today)),
  THIS_WEEK_LAST: (today) => weekFrom(addDays(mondayOf(today), -7)),
  WEEKLY: (today) => weekFrom(mondayOf(today)),
  WEEKLY_LAST: (today) => weekFrom(addDays(mondayOf(today), -7)),
  THIS_MONTH: monthOf,
  THIS_MONTH_DEMO: untilFinancialDay,
  THIS_MONTH_DEMO_LAST: (today) => untilFinancialDay(addMonths(today, -1)),
  MONTHLY: monthOf,
  MONTHLY_LAST: (today) => monthOf(addMonths(today, -1)),
  YEARLY: yearOf,
  YEARLY_LAST: (today) => yearOf(addMonths(today, -12)),
  FINANCIAL_YEAR: (today, yearFrom) => ({ start: financialYearStart(today, yearFrom), end: today }),
  FINANCIAL_YEAR_LAST: (today, yearFrom) => ({
    start: addMonths(financialYearStart(today, yearFrom), -12),
    end: addMonths(today, -12),
  }),
  LAST_7_DAYS: (today) => lastDays(today, 7),
  LAST_15_DAYS: (today) => lastDays(today, 15),
  LAST_60_DAYS: (today) => lastDays(today, 60),
  LAST_90_DAYS: (today) => lastDays(today, 90),
  LAST_FINANCIAL_DAYS: (today) => ({
    start: null,
    end: Number(today.slice(8)) >= CUT_OFF_DAY ? today : financialDayOf(today),
  }),
  START: (today) => ({ start: null, end: today }),
  END: (today) => ({ start: today, end: null }),
};

/**
 * The days that a named range means on `today`. 'This …' is the whole week, month or year, for trips lie ahead as well.
 * `yearFrom`: the month that the financial year starts in.
 */
export const rangeOf = (type: DateRangeType, today: Day, yearFrom = APRIL): DateRange => SPANS[type](today, yearFrom);

/** Names of the presets, in the order in which they are offered (DATE-11); finance alone has the last two. */
export const PRESET_LABELS: Record<DatePreset, string> = {
  THIS_MONTH: 'This month',
  THIS_WEEK: 'This week',
  LAST_7_DAYS: 'Last 7 days',
  LAST_15_DAYS: 'Last 15 days',
  LAST_90_DAYS: 'Last 90 days',
  TODAY: 'Today',
  YESTERDAY: 'Yesterday',
  LAST_FINANCIAL_DAYS: 'Last financial days',
  FINANCIAL_YEAR: 'This financial year',
};
export const rangeLabel = (preset: DatePreset): string => PRESET_LABELS[preset];
export const CUSTOM_RANGE_LABEL = 'Custom range';

/**
 * A range as the two values of a filter (DATE-12): the first moment of its start and the last of its end, epoch
 * milliseconds as text, '' for an open end.
 */
export function rangeToWire(range: DateRange, timeZone: string): [start: string, end: string] {
  return [
    range.start ? String(millisOfDay(range.start, timeZone)) : '',
    range.end ? String(endOfDay(range.end, timeZone)) : '',
  ];
}
