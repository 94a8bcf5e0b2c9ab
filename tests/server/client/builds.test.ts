import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserEnv } from '#outbox/env.ts';
import { openOutbox } from '#outbox/outbox.ts';
import * as sendParts from '#outbox/sendParts.ts';
import { openDeviceStore } from '#storage/device.ts';
import { openPersonStore } from '#storage/open.ts';
import { keepVault } from '#storage/ring.ts';
import { takeOver } from '#storage/takeOver.ts';
import { cipherOf } from '#storage/vault.ts';
import { BUILDS, bill } from '#tests/support/builds.ts';
import { writeDevice, type DeviceLine } from '#tests/support/deviceBefore.ts';
import { readLines } from '#tests/support/fixtures.ts';
import { ASHA, SECRETS } from '#tests/support/phoneBefore.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

/**
 * Phones as builds of old left them (tests/fixtures/makeBuilds.ts), opened by today's storage and outbox, before
 * today's server. `npm run proof -- builds`.
 */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Opens the phone as a sign-in of today does. */
async function opened(factory: IDBFactory, token: string, clock: { now: number }) {
  const device = await openDeviceStore({ factory });
  const secrets = { secrets: [SECRETS.own], faceSecrets: [SECRETS.face], formerEmails: [], soleAddress: true };
  const ring = await keepVault(device, ASHA, secrets);
  const name = await takeOver(device, ASHA, cipherOf(ring), [], { factory });
  const store = await openPersonStore(ASHA, { factory, name });
  const env = browserEnv({
    token: () => Promise.resolve(token),
    now: () => clock.now,
    baseUrl: server.url,
    headers: () => ({ 'device-id': 'a-device-of-the-test', latitude: '12.97', longitude: '77.59' }),
    inParts: () => Promise.resolve(sendParts),
    persist: () => Promise.resolve(true),
    lock: async (_name, run) => {
      await run(true);
      return true;
    },
  });
  const outbox = openOutbox({ store, vault: ring, env });
  return {
    outbox,
    close() {
      outbox.close();
      store.close();
      device.close();
    },
  };
}

/** Claims of this build as the server has them: what they say, and the hashes of their bills. */
async function arrived(build: string): Promise<string[][]> {
  const rows = await server.database.db
    .selectFrom('claims')
    .leftJoin('claim_bills', 'claim_bills.claim_id', 'claims.id')
    .select(['claims.id', 'remarks', 'file_hash'])
    .where('remarks', 'like', `${build} %`)
    .orderBy('remarks')
    .orderBy('position')
    .execute();
  const ids = [...new Set(rows.map(({ id }) => id))];
  return ids.map((id) => {
    const mine = rows.filter((row) => row.id === id);
    return [mine[0]?.remarks ?? '', ...mine.flatMap(({ file_hash: hash }) => hash ?? [])];
  });
}

describe('OB-11 V1 phones of old builds', () => {
  test.each(BUILDS)('$commit ($what): all that waits arrives, once, and nobody is asked', async ({ commit }) => {
    const factory = new IDBFactory();
    await writeDevice(factory, readLines<DeviceLine>(`${commit}.jsonl`, 'builds'));
    const clock = { now: NOW };
    const phone = await opened(factory, await server.signIn('employee'), clock);
    const before = await phone.outbox.list();
    expect(before.map(({ state }) => state).toSorted()).toEqual(['sending', 'waiting', 'waiting', 'waiting']);
    for (let round = 0; round < 10; round += 1) {
      const { left, nextAt } = await phone.outbox.drain();
      if (left === 0) break;
      clock.now = Math.max(clock.now, nextAt ?? 0) + 1_000;
    }
    expect((await phone.outbox.list()).map(({ state }) => state)).toEqual(before.map(() => 'done'));
    expect(await arrived(commit)).toEqual([
      [`${commit} changed`, bill(`${commit} changed`).hash],
      [`${commit} killed`, bill(`${commit} killed`).hash],
      [`${commit} waiting`, bill(`${commit} one`).hash, bill(`${commit} two`).hash],
    ]);
    phone.close();
  });
});
