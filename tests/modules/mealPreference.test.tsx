import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Trip } from '#contract/trip.ts';
import type { Entry } from '#outbox/entry.ts';
import { compareVersions } from '#modules/claims/versions.ts';
import { recordDetails } from '#modules/records/details.ts';
import { tripManagerDecision } from '#modules/trip/managerDecision.tsx';
import { NewTrip } from '#modules/trip/NewTrip.tsx';
import { TripDetails } from '#modules/trip/TripDetails.tsx';
import { bodyOf, EMPTY, readValues, valuesOf } from '#modules/trip/values.ts';
import { PERSON, show, showAt, signInOffline } from '#tests/support/screen.tsx';
import { aTrip } from '#tests/support/trips.ts';

const { timeZone } = PERSON;
const row = aTrip({ mealPreference: 'Jain' });

beforeEach(signInOffline.bind(null, PERSON));

it('TRIP-1 a meal preference is typed in the form and sent', async () => {
  show(<NewTrip onClose={() => {}} />);
  const field = await screen.findByLabelText(/^Meal preference/);
  await userEvent.type(field, 'Jain');
  expect(field).toHaveValue('Jain');
  expect(EMPTY.mealPreference).toBe('');
  const values = valuesOf(row, timeZone);
  const read = readValues(values, { today: '2026-07-15', timeZone, creating: false });
  expect(read.ok && bodyOf(read.value, timeZone)).toMatchObject({ mealPreference: 'Jain' });
});

it.each([
  ['its details', () => <TripDetails row={row} />],
  ['the manager’s review', () => <tripManagerDecision.Details row={row} />],
])('TRIP-1 MGR-25 a meal preference stands in %s', async (_, element) => {
  await showAt('/detail', element, () => ({}));
  expect(await screen.findByText('Meal preference')).toBeInTheDocument();
  expect(screen.getByText('Jain')).toBeInTheDocument();
  cleanup();
});

it('NAV-6 OB-10 it stands in the record and in versions side by side, and a body without it takes it away', () => {
  expect(recordDetails({ kind: 'trip', record: row }, timeZone)).toContainEqual(['Meal preference', 'Jain']);
  const body = { ...row, mealPreference: undefined };
  const entry = { endpoint: 'updateTrip', body, base: row } as unknown as Entry;
  const theirs = { ...row, mealPreference: 'Vegan' } satisfies Trip;
  expect(compareVersions(entry, theirs, timeZone)).toContainEqual({
    label: 'Meal preference',
    mine: '',
    theirs: 'Vegan',
  });
});
