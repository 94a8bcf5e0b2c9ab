import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDeviceStore } from '#storage/device.ts';
import { keepVault } from '#storage/ring.ts';
import { browserEnv, sha256 } from '#outbox/env.ts';
import { openOutbox } from '#outbox/outbox.ts';
import { drainHere, isHere, personHere } from '#sw/outboxEnv.ts';

const EMAIL = 'asha@example.com';

describe('whose the worker’s work is', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('OB-7 ID-1: nobody’s once the session is over, key or no key: a shared file may be somebody else’s', async () => {
    const device = await openDeviceStore();
    await keepVault(
      device,
      { email: EMAIL },
      {
        secrets: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
        faceSecrets: [],
        formerEmails: [],
        soleAddress: true,
      },
    );
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

  it('ID-1: a push is for who is signed in here, known by the key where workers see no cookies', async () => {
    const device = await openDeviceStore();
    const sealing = { secrets: ['A'.repeat(43)], faceSecrets: [], formerEmails: [], soleAddress: true };
    const asha = { id: 'asha', email: EMAIL };
    await keepVault(device, asha, sealing);
    await device.setLastPerson(asha);
    expect([await isHere('asha'), await isHere('ravi')]).toEqual([true, false]);
    let token: string | null = 'token';
    vi.stubGlobal('cookieStore', { get: () => Promise.resolve(token === null ? null : { value: token }) });
    expect(await isHere('asha')).toBe(true);
    token = null;
    expect(await isHere('asha')).toBe(false);
    token = 'of the next one';
    await device.forgetKey(asha);
    expect(await isHere('asha')).toBe(false);
    device.close();
  });
});

describe('what the worker sends', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('UPL-7: names the organisation of the cookie on uploads, and on nothing else', async () => {
    const cookies: Record<string, string> = { 'admin-auth-token': 'token', organisationId: '7' };
    vi.stubGlobal('cookieStore', {
      get: (name: string) => Promise.resolve(cookies[name] === undefined ? null : { value: cookies[name] }),
    });
    const device = await openDeviceStore();
    await keepVault(
      device,
      { email: EMAIL },
      {
        secrets: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
        faceSecrets: [],
        formerEmails: [],
        soleAddress: true,
      },
    );
    await device.setLastPerson({ email: EMAIL });
    device.close();
    const sent: [string, string | null][] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      sent.push([url.split('?')[0] ?? '', new Headers(init.headers).get('organisationId')]);
      const fingerPrint =
        init.body instanceof FormData ? await sha256(await (init.body.get('file') as File).arrayBuffer()) : undefined;
      return Response.json(
        { success: true, data: { fingerPrint, expenseId: 'EXP1', version: 1 } },
        { headers: { 'Idempotency-Key': new Headers(init.headers).get('Idempotency-Key') ?? '' } },
      );
    });
    const person = await personHere();
    if (!person) throw new Error('Nobody is here.');
    const outbox = openOutbox({
      store: person.store,
      vault: person.key,
      env: browserEnv({ token: () => Promise.resolve('token') }),
    });
    await outbox.enqueue(
      {
        endpoint: 'createLocalExpense',
        url: '/api/v1/allExpense/create?primaryExpenseType=0',
        method: 'POST',
        body: {},
        record: { kind: 'localExpense' },
        face: { title: 'Taxi' },
      },
      [{ localId: 'b1', bytes: new Uint8Array([1, 2, 3]).buffer, name: 'one.pdf', type: 'application/pdf' }],
    );
    outbox.close();
    expect(await drainHere('1')).toMatchObject({ sent: 1, left: 0 });
    expect(sent).toEqual([
      ['/api/v1/Common/upload-pdf', '7'],
      ['/api/v1/allExpense/create', null],
    ]);
    person.store.close();
  });
});
