import { expect, it } from 'vitest';
import { isLeft, storeSignOut } from '#outbox/signOuts.ts';
import { SIGNED_OUT } from '#storage/device.ts';

const URL_OF_LOGOUT = 'https://k.example/api/v2/logout';

/** A device whose storage takes rows until it is full. */
function deviceWith(room: number) {
  const rows = new Map<string, unknown>();
  return {
    rows,
    get: (name: string) => Promise.resolve(rows.get(name)),
    update: (name: string, change: (before: unknown) => unknown) => {
      if (!rows.has(name) && rows.size === room) return Promise.reject(new DOMException('Full.', 'QuotaExceededError'));
      rows.set(name, change(rows.get(name)));
      return Promise.resolve();
    },
  };
}

it('SES-24: a device with room for one row more still owes the server its sign-out', async () => {
  const device = deviceWith(1);
  const forget = await storeSignOut(device, 'token', URL_OF_LOGOUT);
  expect(device.rows.get('leaving')).toMatchObject([{ url: URL_OF_LOGOUT }]);
  expect(device.rows.has(SIGNED_OUT)).toBe(false);
  await forget();
  expect(device.rows.get('leaving')).toEqual([]);
});

it('ID-1: what was signed out of is known by its hash, told or not, and the token is not kept', async () => {
  const device = deviceWith(2);
  await (
    await storeSignOut(device, 'first', URL_OF_LOGOUT)
  )();
  await storeSignOut(device, 'second', URL_OF_LOGOUT);
  expect([await isLeft(device, 'first'), await isLeft(device, 'second')]).toEqual([true, true]);
  expect(await isLeft(device, 'third')).toBe(false);
  expect(JSON.stringify(device.rows.get(SIGNED_OUT))).not.toMatch(/first|second/);
});
