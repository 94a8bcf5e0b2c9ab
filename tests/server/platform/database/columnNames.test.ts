import { expect, test } from 'vitest';
import { TRIP_FIELD_NAMES } from '#domain/tripFields.ts';
import { columnName, type ColumnName } from '#server/platform/database/columnNames.ts';
import { tripColumn } from '#server/platform/database/tables/tripTables.ts';

test('a column has the words of its field, in lower case', () => {
  const hotel: ColumnName<'preferredHotel'> = 'preferred_hotel';
  expect(columnName('preferredHotel')).toBe(hotel);
  expect(['remarks', 'arrivalCity', 'isoCode2Letters'].map(columnName)).toEqual([
    'remarks',
    'arrival_city',
    'iso_code2_letters',
  ]);
});

test('the fields of a trip have a column each, and old columns keep their names', () => {
  const columns = TRIP_FIELD_NAMES.map(tripColumn);
  expect(new Set(columns).size).toBe(TRIP_FIELD_NAMES.length);
  const known = ['start_date', 'mode', 'done_by', 'booked_by', 'traveller_dob', 'accommodation', 'check_in', 'reason'];
  expect(columns).toEqual(expect.arrayContaining(known));
});
