import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDeviceStore } from '#storage/device.ts';
import { keepVault } from '#storage/ring.ts';
import { personHere } from '#sw/outboxEnv.ts';

const EMAIL = 'asha@example.com';

describe('whose the worker’s work is', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('OB-7 ID-1: nobody’s once the session is over, though the key is still here: a file shared then is perhaps somebody else’s', async () => {
    const device = await openDeviceStore();
    await keepVault(device, { email: EMAIL }, { secrets: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'], faceSecrets: [], formerEmails: [], soleAddress: true });
    await device.setLastPerson({ email: EMAIL });
    let token: string | null = 'token';
    vi.stubGlobal('cookieStore', { get: () => Promise.resolve(token === null ? null : { value: token }) });
    const here = await personHere();
    expect(here?.email).toBe(EMAIL);
    here?.store.close();
    token = null;
    expect(await personHere()).toBeNull();
    device.close();
  });
});
