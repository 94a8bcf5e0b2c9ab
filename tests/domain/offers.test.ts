import { expect, test } from 'vitest';
import { offerOf, type Offer } from '#domain/offers.ts';

const both = { sent: true, installable: true, silent: true, declined: new Set<Offer>() };

test('ST-6: the app is offered before notifications, each until it is declined', () => {
  expect(offerOf(both)).toBe('install');
  expect(offerOf({ ...both, declined: new Set(['install']) })).toBe('notify');
  expect(offerOf({ ...both, installable: false })).toBe('notify');
  expect(offerOf({ ...both, silent: false })).toBe('install');
  expect(offerOf({ ...both, silent: false, declined: new Set(['install']) })).toBeNull();
  expect(offerOf({ ...both, declined: new Set(['install', 'notify']) })).toBeNull();
});

test('ST-6: who has sent nothing is offered nothing', () => {
  expect(offerOf({ ...both, sent: false })).toBeNull();
});
