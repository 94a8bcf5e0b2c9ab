import { beforeEach, describe, expect, it } from 'vitest';
import { KEYS, notedDeviceId, writeLocal } from '#start/local.ts';
import { deviceStore, settleDeviceId } from '#data/person.ts';

beforeEach(() => localStorage.clear());

describe('P5: the id that a device’s keys depend on', () => {
  it('lies in the device’s store: what is lost beside it comes back from there', async () => {
    writeLocal(KEYS.device, 'device-of-the-build-before');
    await settleDeviceId();
    expect(await (await deviceStore()).deviceId()).toBe('device-of-the-build-before');
    localStorage.clear();
    expect(notedDeviceId()).toBeNull();
    await settleDeviceId();
    expect(notedDeviceId()).toBe('device-of-the-build-before');
  });

  it('is the store’s own where the two differ', async () => {
    writeLocal(KEYS.device, 'another');
    await settleDeviceId();
    expect(notedDeviceId()).toBe('device-of-the-build-before');
  });
});
