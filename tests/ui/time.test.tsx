import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { isTime, millisOfTime, parseTypedTime, timeOf } from '#domain/times.ts';
import { settledTime, shapeTypedTime, TimeInput } from '#ui/TimeInput.tsx';
import { show } from '#tests/support/screen.tsx';

function Time() {
  const [value, setValue] = useState('');
  return (
    <>
      <TimeInput label="Preferred time" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

describe('a time of the day (TRIP-12)', () => {
  it.each([
    ['0930', '09:30'],
    ['930', '09:30'],
    ['1230', '12:30'],
    ['123', '123'],
    ['2460', '2460'],
    ['9:3', '9:3'],
    ['09:30', '09:30'],
    ['', ''],
  ])('TRIP-12: %s typed reads %s', (typed, shown) => {
    expect(shapeTypedTime(typed)).toBe(shown);
  });

  it.each([
    ['9', '09:00'],
    ['9.30', '09:30'],
    ['9:30 pm', '21:30'],
    ['12am', '00:00'],
    ['12 p.m.', '12:00'],
    ['123', '01:23'],
    ['soon', 'soon'],
    ['25', '25'],
    ['13 pm', '13 pm'],
    ['7:75', '7:75'],
  ])('TRIP-12: %s is taken as %s when the field is left', (typed, settled) => {
    expect(settledTime(typed)).toBe(settled);
  });

  it('TRIP-12: every minute of the day goes to milliseconds and comes back', () => {
    for (let minute = 0; minute < 1_440; minute += 1) {
      const time = timeOf(minute * 60_000);
      expect(isTime(time)).toBe(true);
      expect(millisOfTime(time)).toBe(minute * 60_000);
      expect(parseTypedTime(time)).toBe(time);
    }
    expect(timeOf(59_999)).toBe('00:00');
    expect(isTime('24:00')).toBe(false);
    expect(() => millisOfTime('9:30')).toThrow(RangeError);
  });

  it('TRIP-12: by the keyboard alone: typed, picked, closed by Escape with the focus in the field', async () => {
    const user = userEvent.setup();
    show(<Time />);
    await user.tab();
    await user.keyboard('745');
    expect(document.querySelector('output')).toHaveTextContent('07:45');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: '07 hours' })).toHaveAttribute('aria-pressed', 'true');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: '07 hours' })).toBeNull();
    expect(screen.getByLabelText('Preferred time')).toHaveFocus();
  });
});
