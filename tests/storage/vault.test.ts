import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { openDeviceStore } from '#storage/device.ts';
import { keepVault } from '#storage/ring.ts';
import { cipherOf, seal, unseal } from '#storage/vault.ts';
import { createVault } from '#tests/support/vault.ts';

const EMAIL = 'asha@example.com';
const SECRET = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const [ASHA, GONE] = [{ email: EMAIL }, { email: 'gone@example.com' }];
const SECRETS = { secrets: [SECRET], faceSecrets: [], formerEmails: [], soleAddress: true };

describe('the vault', () => {
  test('ID-1: the same secret and person give the same key; it cannot be taken out', async () => {
    const [one, two] = await Promise.all([createVault(SECRET, EMAIL), createVault(SECRET, EMAIL)]);
    const sealed = await seal(cipherOf(one), { amount: 450 }, 'here');
    expect(await unseal(cipherOf(two), sealed, 'here')).toEqual({ amount: 450 });
    await expect(crypto.subtle.exportKey('raw', one)).rejects.toThrow();
  });

  test('ID-1: another person, another place or damaged bytes do not open', async () => {
    const cipher = cipherOf(await createVault(SECRET, EMAIL));
    const sealed = await seal(cipher, 'secret', 'here');
    await expect(unseal(cipherOf(await createVault(SECRET, 'biju@example.com')), sealed, 'here')).rejects.toThrow();
    await expect(unseal(cipher, sealed, 'there')).rejects.toThrow();
    new Uint8Array(sealed)[20] = (new Uint8Array(sealed)[20] ?? 0) ^ 1;
    await expect(unseal(cipher, sealed, 'here')).rejects.toThrow();
  });

  test('ID-1: the same content is sealed differently each time', async () => {
    const cipher = cipherOf(await createVault(SECRET, EMAIL));
    const [one, two] = await Promise.all([seal(cipher, 'taxi', 'x'), seal(cipher, 'taxi', 'x')]);
    expect([...new Uint8Array(one)]).not.toEqual([...new Uint8Array(two)]);
  });
});

describe('what the people of a device share', () => {
  test('the device id is made once', async () => {
    const factory = new IDBFactory();
    const [one, two] = await Promise.all([openDeviceStore({ factory }), openDeviceStore({ factory })]);
    const ids = await Promise.all([one.deviceId(), two.deviceId()]);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('ID-1: signing in removes the key of the person here before, whose session the server ended', async () => {
    const device = await openDeviceStore({ factory: new IDBFactory() });
    await keepVault(device, GONE, SECRETS);
    await keepVault(device, ASHA, SECRETS);
    expect(await device.ring(GONE)).toBeNull();
    expect(await device.ring(ASHA)).not.toBeNull();
    await keepVault(device, GONE, SECRETS);
    expect(await device.ring(GONE)).not.toBeNull();
  });

  test('ID-1: sign-out forgets the key, the same secret brings it back, and what was sealed opens again', async () => {
    const factory = new IDBFactory();
    const device = await openDeviceStore({ factory });
    const sealed = await seal(cipherOf(await keepVault(device, ASHA, SECRETS)), 'unsent', 'x');
    expect(await device.ring({ email: 'Asha@example.com' })).not.toBeNull();
    await device.forgetKey(ASHA);
    expect(await device.ring(ASHA)).toBeNull();
    await keepVault(device, ASHA, SECRETS);
    const key = await device.ring(ASHA);
    expect(key && (await unseal(cipherOf(key), sealed, 'x'))).toBe('unsent');
  });

  test('who was here last', async () => {
    const device = await openDeviceStore({ factory: new IDBFactory() });
    expect(await device.lastPerson()).toBeNull();
    await device.setLastPerson({ email: ' Asha@Example.com' });
    expect(await device.lastPerson()).toEqual({ email: EMAIL });
    await device.setLastPerson(null);
    expect(await device.lastPerson()).toBeNull();
    await device.set('appVersion', '1');
    expect(await device.get('appVersion')).toBe('1');
  });
});
