const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** What a month is called; 1 is January. */
export const monthName = (month: number): string => MONTHS[month - 1] ?? '';
