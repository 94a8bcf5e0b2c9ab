import 'fake-indexeddb/auto';
import { browserEnv } from '#outbox/env.ts';
import { openOutbox, type Outbox } from '#outbox/outbox.ts';
import { type DeviceStore } from '#storage/device.ts';
import { type Person } from '#storage/person.ts';
import { openPersonStore, type PersonStore } from '#storage/open.ts';
import { keepVault, type Secrets } from '#storage/ring.ts';
import { takeOver } from '#storage/takeOver.ts';
import { cipherOf, type Ring } from '#storage/vault.ts';

export const secretOf = (n: number): string => Buffer.alloc(32, n).toString('base64url');
export const secretsOf = (...all: number[]): Secrets => ({
  secrets: all.map(secretOf),
  faceSecrets: [secretOf(99)],
  formerEmails: [],
  soleAddress: true,
});
export const OLD = 'asha@example.com';
export const ASHA = { id: 'PRS1', email: OLD };
export const input = (title: string) =>
  ({
    endpoint: 'createLocalExpense',
    method: 'POST',
    url: '/x',
    body: { remarks: title },
    record: { kind: 'localExpense' },
    face: { title, amount: 450, day: '2026-07-14' },
  }) as const;
export const bill = () => ({
  localId: 'b',
  bytes: new TextEncoder().encode('bytes').buffer,
  name: 'b.jpg',
  type: 'image/jpeg',
});

export interface Here {
  store: PersonStore;
  outbox: Outbox;
  ring: Ring;
}
export const boxOf = (store: PersonStore, ring: Ring): Outbox =>
  openOutbox({
    store,
    vault: ring,
    env: browserEnv({ token: () => Promise.resolve(null), persist: () => Promise.resolve(true) }),
  });
/** Signs in on a device as it is when a test begins. */
export const signInAt =
  (there: () => { device: DeviceStore; factory: IDBFactory }) =>
  async (person: Person & { id: string } = ASHA, secrets: Secrets = secretsOf(1)): Promise<Here> => {
    const { device, factory } = there();
    const ring = await keepVault(device, person, secrets);
    const name = await takeOver(device, person, cipherOf(ring), secrets.formerEmails, { factory });
    await device.setLastPerson(person);
    const store = await openPersonStore(person, { factory, name });
    return { store, outbox: boxOf(store, ring), ring };
  };
export const titles = async ({ outbox }: Here): Promise<string[]> =>
  (await outbox.list()).map(({ face, unreadable }) => unreadable ?? face.title);
