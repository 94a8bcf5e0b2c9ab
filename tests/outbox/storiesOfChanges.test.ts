import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { EntryGoneError, OnItsWayError } from '#outbox/plans.ts';
import { aBill, aClaim, anEdit, aPhone, ASHA } from '#tests/support/phone.ts';
import { hashOf, HOUR } from './storyFixtures.ts';

describe('changing one’s mind', () => {
  test('OB-13: never sent, the entry itself changes and keeps its key', async () => {
    const { world, tab, run } = await aPhone();
    const entry = await run(tab.outbox.enqueue(aClaim('first'), [aBill('one', 'b1'), aBill('two', 'b2')]));
    const revised = await run(
      tab.outbox.revise(entry.id, aClaim('second'), [
        { localId: 'b2', name: 'b2.jpg', type: 'image/jpeg' },
        aBill('three', 'b3'),
      ]),
    );
    expect(revised).toMatchObject({ id: entry.id, seq: entry.seq, body: { remarks: 'second' } });
    expect(await run(tab.outbox.bill(entry.id, 'b1'))).toBeNull();
    await run(tab.outbox.drain());
    expect(world.server.effects).toMatchObject([{ text: 'second', bills: [hashOf('two'), hashOf('three')] }]);
  });

  test('OB-13: perhaps sent, the edit is a new entry that changes whatever the first one made', async () => {
    const { world, tab, run, faults } = await aPhone();
    faults('lostAnswer');
    const entry = await run(tab.outbox.enqueue(aClaim('first')));
    await run(tab.outbox.drain());
    const revised = await run(tab.outbox.revise(entry.id, aClaim('second')));
    expect(revised).toMatchObject({ endpoint: 'updateLocalExpense', after: entry.id, revises: entry.id });
    expect(revised.id).not.toBe(entry.id);
    // Edited once more, by whichever of the two the screen holds: it is the newest that changes.
    const third = await run(tab.outbox.revise(entry.id, aClaim('third')));
    expect(third.id).toBe(revised.id);
    world.trueNow += HOUR;
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 2, left: 0 });
    expect(world.server.effects).toMatchObject([
      { kind: 'create', text: 'first' },
      { kind: 'update', text: 'third', ifMatch: 1 },
    ]);
  });

  test('OB-3: a claim that was refused after its owner had changed it goes out once, as changed', async () => {
    const { world, tab, run, faults } = await aPhone();
    faults('lostRequest');
    const entry = await run(tab.outbox.enqueue(aClaim('bad')));
    await run(tab.outbox.drain());
    await run(tab.outbox.revise(entry.id, aClaim('good')));
    world.trueNow += HOUR;
    await run(tab.outbox.drain());
    expect(world.server.effects).toMatchObject([{ kind: 'create', text: 'good' }]);
    expect(await run(tab.outbox.list())).toMatchObject([{ state: 'done' }]);
  });

  test('OB-9: a refused claim keeps its bills and the sentence; changed, it goes out under a new key', async () => {
    const { world, tab, run } = await aPhone();
    const entry = await run(tab.outbox.enqueue(aClaim('bad'), [aBill('photo')]));
    await run(tab.outbox.drain());
    expect(await run(tab.outbox.list())).toMatchObject([
      { state: 'needsYou', refusal: { status: 422, message: 'Validity expired!' } },
    ]);
    const revised = await run(tab.outbox.revise(entry.id, aClaim('good')));
    expect(revised.id).not.toBe(entry.id);
    await run(tab.outbox.drain());
    expect(world.server.effects).toMatchObject([{ text: 'good', bills: [hashOf('photo')] }]);
  });

  test('OB-9: tried again unchanged, it keeps its key', async () => {
    const { world, tab, run } = await aPhone();
    world.server.closed = true;
    const entry = await run(tab.outbox.enqueue(aClaim('late')));
    await run(tab.outbox.drain());
    world.server.closed = false;
    await run(tab.outbox.retry(entry.id));
    await run(tab.outbox.drain());
    expect(world.server.effects).toMatchObject([{ key: entry.id }]);
  });

  test('X29: a lost bill cannot be tried again, only attached again', async () => {
    const { world, tab, run } = await aPhone();
    const entry = await run(tab.outbox.enqueue(aClaim('Taxi'), [aBill('photo')]));
    const disk = await world.disk(ASHA);
    await disk.write(['bytes'], (tx) => tx.objectStore('bytes').clear());
    await run(tab.outbox.drain());
    expect(await run(tab.outbox.list())).toMatchObject([
      {
        state: 'needsYou',
        refusal: { code: 'BILL_LOST', bill: 'b1' },
        bills: [{ lost: true }],
        body: { remarks: 'Taxi' },
      },
    ]);
    await run(tab.outbox.retry(entry.id));
    expect(await run(tab.outbox.list())).toMatchObject([{ state: 'needsYou' }]);
    await run(tab.outbox.revise(entry.id, aClaim('Taxi'), [aBill('photo again')]));
    await run(tab.outbox.drain());
    expect(world.server.effects).toMatchObject([{ bills: [hashOf('photo again')] }]);
  });

  test('OB-10: two edits made offline on one version are one person’s, in order', async () => {
    const { world, tab, run } = await aPhone();
    const record = world.server.addRecord(ASHA, 'as it was');
    await run(tab.outbox.enqueue(anEdit(record.id, 'first', 1)));
    await run(tab.outbox.enqueue(anEdit(record.id, 'second', 1)));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 2, refused: 0 });
    expect(world.server.effects).toMatchObject([
      { text: 'first', ifMatch: 1 },
      { text: 'second', ifMatch: 2 },
    ]);
  });

  test('OB-10, X13: if somebody else was faster, nothing is overwritten and both are there to see', async () => {
    const { world, tab, run } = await aPhone();
    const record = world.server.addRecord(ASHA, 'as it was');
    const entry = await run(tab.outbox.enqueue({ ...anEdit(record.id, 'mine', 1), base: { remarks: 'as it was' } }));
    world.server.foreignEdit(record.id, false);
    await run(tab.outbox.drain());
    expect(await run(tab.outbox.list())).toMatchObject([
      {
        state: 'needsYou',
        base: { remarks: 'as it was' },
        refusal: { code: 'VERSION_CONFLICT', current: { version: 2 } },
      },
    ]);
    await run(tab.outbox.revise(entry.id, anEdit(record.id, 'mine, knowing theirs', 2)));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 1 });
  });

  test('OB-2: thrown away by another tab at any moment of a send, it never goes out unknown to its owner', async () => {
    const ends = new Set<string>();
    for (let moment = 0; moment < 60; moment += 1) {
      const { world, tab, run, open } = await aPhone();
      const other = await open();
      const entry = await run(tab.outbox.enqueue(aClaim('taxi')));
      const sending = tab.outbox.drain();
      for (let turn = 0; turn < moment; turn += 1) await world.turn(0);
      const end = await run(
        other.outbox.discard(entry.id).then(
          () => 'thrown away',
          (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
        ),
      );
      await run(sending);
      world.trueNow += HOUR;
      await run(other.outbox.drain());
      expect([moment, end, world.server.effects.length]).toEqual([moment, end, end === 'thrown away' ? 0 : 1]);
      ends.add(end);
    }
    expect([...ends].sort()).toEqual(['EntryGoneError', 'OnItsWayError', 'thrown away']);
  });

  test('OB-2: what a dead tab was sending can be thrown away once nobody works on it', async () => {
    const { world, tab, run, open } = await aPhone();
    const entry = await run(tab.outbox.enqueue(aClaim('taxi')));
    void tab.outbox.drain();
    const other = await open();
    while ((await run(other.outbox.list()))[0]?.state !== 'sending') await world.turn(0);
    await world.kill(tab, false);
    await expect(run(other.outbox.discard(entry.id))).rejects.toBeInstanceOf(OnItsWayError);
    world.trueNow += HOUR;
    await run(other.outbox.discard(entry.id));
    expect(await run(other.outbox.list())).toEqual([]);
  });

  test('OB-8: a refused edit holds back a later one of the same claim until its owner decides', async () => {
    const { world, tab, run } = await aPhone();
    const record = world.server.addRecord(ASHA, 'as it was');
    const first = await run(tab.outbox.enqueue(anEdit(record.id, 'bad', 1)));
    await run(tab.outbox.enqueue(anEdit(record.id, 'later', 1)));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 0, refused: 1, left: 2, nextAt: null });
    await run(tab.outbox.discard(first.id));
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 1, left: 0 });
    expect(world.server.effects).toMatchObject([{ text: 'later', ifMatch: 1 }]);
  });

  test('a change of something that was thrown away before it was sent asks its owner', async () => {
    const { tab, run } = await aPhone();
    const claim = await run(tab.outbox.enqueue(aClaim('new')));
    await run(tab.outbox.enqueue({ ...anEdit('{id}', 'on top', 0), record: { kind: 'localExpense', from: claim.id } }));
    await run(tab.outbox.discard(claim.id));
    expect(await run(tab.outbox.list())).toMatchObject([{ state: 'needsYou', refusal: { code: 'RECORD_GONE' } }]);
  });

  test('a change that waits for a new record gets the server’s id in its address and its body', async () => {
    const { world, tab, run } = await aPhone();
    const claim = await run(tab.outbox.enqueue(aClaim('new')));
    await run(
      tab.outbox.enqueue({
        ...anEdit('%7Bid%7D', 'on top', 0),
        body: { remarks: 'on top', tripId: '{id}' },
        record: { kind: 'localExpense', from: claim.id },
      }),
    );
    expect(await run(tab.outbox.drain())).toMatchObject({ sent: 2 });
    expect((await run(tab.outbox.list()))[1]).toMatchObject({
      url: '/api/v1/allExpense/update?primaryExpenseType=0&id=EXP1',
      body: { tripId: 'EXP1' },
      record: { id: 'EXP1' },
    });
    expect(world.server.effects).toHaveLength(2);
  });

  test('what is gone, or on its way with no call to change it, is not created again', async () => {
    const { tab, run, faults } = await aPhone();
    await expect(run(tab.outbox.revise('nobody', aClaim('x')))).rejects.toBeInstanceOf(EntryGoneError);
    faults('lostAnswer');
    const entry = await run(tab.outbox.enqueue({ ...aClaim('x'), endpoint: 'uploadFile' }));
    await run(tab.outbox.drain());
    await expect(run(tab.outbox.revise(entry.id, aClaim('y')))).rejects.toBeInstanceOf(OnItsWayError);
  });
});
