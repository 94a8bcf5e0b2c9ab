import { expect, it } from 'vitest';
import { clockOf } from '#files/camera/photo.ts';

it.each([
  [-330, { time: '2026:03:04 05:06:07', offset: '+05:30' }],
  [0, { time: '2026:03:04 05:06:07', offset: '+00:00' }],
  [210, { time: '2026:03:04 05:06:07', offset: '-03:30' }],
])('DOC-17: a photo says its time as a camera does, %i minutes from UTC', (minutes, wanted) => {
  const now = new Date(2026, 2, 4, 5, 6, 7);
  now.getTimezoneOffset = () => minutes;
  expect(clockOf(now)).toEqual(wanted);
});
