import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { StorageUnavailableError } from '#storage/errors.ts';
import { aClaim, anEdit, aPhone, ASHA, type Phone } from '#tests/support/phone.ts';

const DAY = 86_400_000;

/** A phone that knows one life of the database, and a change of a record that the next life has lost. */
async function afterRestore(): Promise<{ phone: Phone; id: string; putBack: () => void }> {
  const phone = await aPhone();
  const { server } = phone.world;
  server.epoch = 'one';
  const record = server.addRecord(ASHA, 'made on another phone');
  await phone.run(phone.tab.outbox.enqueue(aClaim('known')));
  await phone.run(phone.tab.outbox.drain());
  server.epoch = 'two';
  server.records.delete(record.id);
  return { phone, id: record.id, putBack: () => void server.records.set(record.id, record) };
}

const stateOf = async ({ tab, run }: Phone, id: string) =>
  (await run(tab.outbox.list())).find((entry) => entry.id === id);

describe('P18: after a restored backup', () => {
  test('a record that the server has not yet been told of again is waited for, and nobody is asked', async () => {
    const { phone, id, putBack } = await afterRestore();
    const edit = await phone.run(phone.tab.outbox.enqueue(anEdit(id, 'changed', 1)));
    await phone.run(phone.tab.outbox.enqueue(aClaim('another')));
    await phone.run(phone.tab.outbox.drain());
    expect(await stateOf(phone, edit.id)).toMatchObject({ state: 'waiting' });
    expect(
      phone.world.server.effects.map(({ text }) => text),
      'the others are not held up',
    ).toContain('another');
    phone.world.trueNow += DAY;
    await phone.run(phone.tab.outbox.drain());
    expect(await stateOf(phone, edit.id)).toMatchObject({ state: 'waiting' });
    putBack();
    phone.world.trueNow += DAY;
    await phone.run(phone.tab.outbox.drain());
    expect(await stateOf(phone, edit.id)).toMatchObject({ state: 'done' });
  });

  test('so is a record that is there in an older version than the change was made on', async () => {
    const { phone, id, putBack } = await afterRestore();
    putBack();
    const edit = await phone.run(phone.tab.outbox.enqueue(anEdit(id, 'changed', 2)));
    await phone.run(phone.tab.outbox.drain());
    expect(await stateOf(phone, edit.id)).toMatchObject({ state: 'waiting' });
    phone.world.server.foreignEdit(id, false);
    phone.world.trueNow += DAY;
    await phone.run(phone.tab.outbox.drain());
    expect(await stateOf(phone, edit.id)).toMatchObject({ state: 'done' });
  });

  test('it is asked about in the end, when nobody has told the server in a week', async () => {
    const { phone, id } = await afterRestore();
    const edit = await phone.run(phone.tab.outbox.enqueue(anEdit(id, 'changed', 1)));
    await phone.run(phone.tab.outbox.drain());
    phone.world.trueNow += 8 * DAY;
    await phone.run(phone.tab.outbox.drain());
    expect(await stateOf(phone, edit.id)).toMatchObject({ state: 'needsYou', refusal: { code: 'NOT_FOUND' } });
  });

  test.each([
    ['a year ahead', 365 * DAY],
    ['a year back', -365 * DAY],
  ])(
    'the week is one of the server’s: the clock of a phone that goes %s neither ends it nor begins another',
    async (_name, jump) => {
      const { phone, id } = await afterRestore();
      const edit = await phone.run(phone.tab.outbox.enqueue(anEdit(id, 'changed', 1)));
      await phone.run(phone.tab.outbox.drain());
      phone.world.skew = jump;
      phone.world.trueNow += DAY;
      await phone.run(phone.tab.outbox.retryAll());
      await phone.run(phone.tab.outbox.drain());
      expect(await stateOf(phone, edit.id)).toMatchObject({ state: 'waiting' });
      phone.world.trueNow += 7 * DAY;
      await phone.run(phone.tab.outbox.retryAll());
      await phone.run(phone.tab.outbox.drain());
      expect(await stateOf(phone, edit.id)).toMatchObject({ state: 'needsYou' });
    },
  );

  test('it begins when the server says so, on a phone whose clock is put right meanwhile', async () => {
    const { phone, id } = await afterRestore();
    phone.world.skew = -20 * DAY;
    const edit = await phone.run(phone.tab.outbox.enqueue(anEdit(id, 'changed', 1)));
    await phone.run(phone.tab.outbox.drain());
    phone.world.skew = 0;
    await phone.run(phone.tab.outbox.retryAll());
    await phone.run(phone.tab.outbox.drain());
    expect(await stateOf(phone, edit.id)).toMatchObject({ state: 'waiting' });
  });

  test('it is the server’s also when the first answer of the new life ends a session, telling no time', async () => {
    const phone = await aPhone();
    const { server } = phone.world;
    await phone.run(phone.tab.store.write(['meta'], (tx) => tx.objectStore('meta').put('one', 'dbEpoch')));
    server.epoch = 'two';
    server.tokens.clear();
    phone.world.skew = 400 * DAY;
    const edit = await phone.run(phone.tab.outbox.enqueue(anEdit('made-on-another-phone', 'changed', 1)));
    await phone.run(phone.tab.outbox.drain());
    expect(await stateOf(phone, edit.id)).toMatchObject({ state: 'signIn' });
    phone.world.signIn(ASHA);
    await phone.run(phone.tab.outbox.resume({ email: ASHA }));
    await phone.run(phone.tab.outbox.drain());
    expect(await stateOf(phone, edit.id)).toMatchObject({ state: 'waiting' });
  });

  test('the week is known to the next page although there was no room to note when it began', async () => {
    const { phone, id } = await afterRestore();
    const { store } = phone.tab;
    const write = store.write.bind(store);
    let times = 1;
    Object.assign(store, {
      write: ((stores, work) =>
        write(stores, async (tx) => {
          const result = await work(tx);
          if (stores.join() === 'meta' && (await tx.objectStore('meta').get('dbRestored')) !== undefined && times-- > 0)
            throw new DOMException('no room', 'QuotaExceededError');
          return result;
        })) satisfies typeof store.write,
    });
    await phone.run(phone.tab.outbox.enqueue(aClaim('another')));
    await phone.run(phone.tab.outbox.drain());
    expect(times).toBeLessThan(1);
    const next = await phone.open();
    const edit = await phone.run(next.outbox.enqueue(anEdit(id, 'changed', 1)));
    await phone.run(next.outbox.drain());
    expect(await stateOf({ ...phone, tab: next }, edit.id)).toMatchObject({ state: 'waiting' });
  });

  test('the week begins with the next answer where the disk could not be read at the first', async () => {
    const { phone, id } = await afterRestore();
    const { store } = phone.tab;
    const read = store.read.bind(store);
    const edit = await phone.run(phone.tab.outbox.enqueue(anEdit(id, 'changed', 1)));
    // Whichever of the reads it is that fails.
    for (let at = 1; at <= 20; at += 1) {
      let reads = 0;
      const fails: typeof store.read = (stores, work) => {
        reads += 1;
        return reads === at ? Promise.reject(new StorageUnavailableError()) : read(stores, work);
      };
      await phone.run(
        store.write(['meta'], async (tx) => {
          await tx.objectStore('meta').put('one', 'dbEpoch');
          await tx.objectStore('meta').delete('dbRestored');
        }),
      );
      const next = await phone.open();
      await phone.run(next.outbox.enqueue(aClaim(`first ${at}`)));
      Object.assign(next.store, { read: fails });
      await phone.run(next.outbox.drain()).catch(() => undefined);
      Object.assign(next.store, { read });
      await phone.run(next.outbox.enqueue(aClaim(`second ${at}`)));
      await phone.run(next.outbox.drain());
      phone.world.trueNow += 100_000;
      const another = await phone.open();
      await phone.run(another.outbox.retryAll());
      await phone.run(another.outbox.drain());
      expect(await stateOf({ ...phone, tab: another }, edit.id), `read ${at}`).toMatchObject({ state: 'waiting' });
    }
  });

  test('without a restore a 404 asks at once', async () => {
    const { phone, id } = await afterRestore();
    phone.world.server.epoch = 'one';
    const edit = await phone.run(phone.tab.outbox.enqueue(anEdit(id, 'changed', 1)));
    await phone.run(phone.tab.outbox.drain());
    expect(await stateOf(phone, edit.id)).toMatchObject({ state: 'needsYou' });
  });
});
