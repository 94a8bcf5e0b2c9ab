import { expect, test } from 'vitest';
import { leaveToRead, type Leave, type ReadingDevice } from '#domain/billReading/leave.ts';

const PHONE: ReadingDevice = { memory: 4, interrupted: false, kept: true, left: null, link: 'none' };

test.each<[string, Partial<ReadingDevice>, Leave]>([
  ['what it needs is there', {}, 'read'],
  ['the browser does not tell of its memory', { memory: undefined }, 'read'],
  ['too little memory', { memory: 1 }, 'never'],
  ['2 GB', { memory: 2 }, 'read'],
  ['nothing there, and no network to fetch it', { kept: false }, 'never'],
  ['nothing there, over a link that costs nothing', { kept: false, link: 'free' }, 'read'],
  ['nothing there, over a metered link', { kept: false, link: 'metered' }, 'ask'],
  ['too little room for it beside bills', { kept: false, link: 'free', left: 49_999_999 }, 'never'],
  ['just enough', { kept: false, link: 'free', left: 50_000_000 }, 'read'],
  ['little room, and it is there', { left: 0 }, 'read'],
  ['the page ended while it read', { interrupted: true }, 'ask again'],
  ['the same, and nothing there any more', { interrupted: true, kept: false, link: 'free' }, 'ask again'],
  ['the same with too little memory', { interrupted: true, memory: 1 }, 'never'],
])('READ-11: %s', (_, device, leave) => expect(leaveToRead({ ...PHONE, ...device })).toBe(leave));
