import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { hasRemaining, retryAndDrain } from '#outbox/backgroundSync.ts';
import { aBill, aClaim, aPhone, type Phone } from '#tests/support/phone.ts';

const texts = ({ world }: Phone): string[] => world.server.effects.map(({ text }) => text);

/** Drains, and waits out each pause, this many times. */
async function drains(phone: Phone, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const { nextAt } = await phone.run(phone.tab.outbox.drain());
    if (nextAt !== null) phone.world.trueNow += Math.max(nextAt - phone.world.now(), 0) + 1;
  }
}

describe('P4: what is about one entry holds up no other', () => {
  test('a bill that exceeds the monthly quota asks its owner, with the message; the others go out', async () => {
    const phone = await aPhone();
    const dear = await phone.run(phone.tab.outbox.enqueue(aClaim('dear'), [aBill('dear photo')]));
    await phone.run(phone.tab.outbox.enqueue(aClaim('two')));
    await phone.run(phone.tab.outbox.enqueue(aClaim('three'), [aBill('a photo')]));
    const report = await phone.run(phone.tab.outbox.drain());
    expect(report).toMatchObject({ sent: 2, refused: 1 });
    expect(hasRemaining(report)).toBe(false);
    const entry = (await phone.run(phone.tab.outbox.list())).find(({ id }) => id === dear.id);
    expect(entry).toMatchObject({
      state: 'needsYou',
      refusal: {
        code: 'UPLOAD_ALLOWANCE',
        bill: 'b1',
        message: 'Your uploads of this month fill the space you have. Ask your administrator.',
      },
    });
  });

  test('a claim that met a busy server twice goes before one whose bill the server is always busy for', async () => {
    const phone = await aPhone();
    await phone.run(phone.tab.outbox.enqueue(aClaim('behind')));
    for (let times = 0; times < 2; times += 1) {
      phone.faults('busyHour');
      await phone.run(retryAndDrain(phone.tab.outbox));
    }
    await phone.run(phone.tab.outbox.enqueue(aClaim('slow'), [aBill('slow photo')]));
    // Pauses do not count inside the events of a browser, of which there are few: the first is spent on the newer
    // claim.
    await phone.run(retryAndDrain(phone.tab.outbox));
    expect(texts(phone)).toEqual([]);
    await phone.run(retryAndDrain(phone.tab.outbox));
    expect(texts(phone)).toEqual(['behind']);
  });

  test('S3: a request above the day’s quota asks its owner, holds up no other, and is sent next day', async () => {
    const phone = await aPhone();
    phone.world.server.beyondToday.add('one');
    const one = await phone.run(phone.tab.outbox.enqueue(aClaim('one'), [aBill('a photo')]));
    await phone.run(phone.tab.outbox.enqueue(aClaim('two')));
    const report = await phone.run(phone.tab.outbox.drain());
    expect(report).toMatchObject({ sent: 1, refused: 1 });
    expect(hasRemaining(report)).toBe(false);
    const kept = (await phone.run(phone.tab.outbox.list())).find(({ id }) => id === one.id);
    expect(kept).toMatchObject({
      state: 'needsYou',
      refusal: { code: 'CREATION_ALLOWANCE', message: expect.stringContaining('send it again tomorrow') as string },
    });
    phone.world.server.beyondToday.clear();
    phone.world.trueNow += 86_400_000;
    await phone.run(phone.tab.outbox.retry(one.id));
    await phone.run(phone.tab.outbox.drain());
    expect(texts(phone)).toEqual(['two', 'one']);
    expect(phone.world.server.effects.at(-1)?.key).toBe(one.id);
  });

  test('after an answer of a busy server it is the next one’s turn', async () => {
    const phone = await aPhone();
    await phone.run(phone.tab.outbox.enqueue(aClaim('slow'), [aBill('slow photo')]));
    await phone.run(phone.tab.outbox.enqueue(aClaim('two')));
    await phone.run(phone.tab.outbox.enqueue(aClaim('three')));
    expect((await phone.run(phone.tab.outbox.drain())).stopped, 'asked to slow down, nothing else is sent').toBe(
      'busy',
    );
    expect(texts(phone)).toEqual([]);
    await drains(phone, 2);
    expect(texts(phone)).toEqual(['two', 'three']);
  });

  test('the turn outlives the end of all pauses', async () => {
    const phone = await aPhone();
    await phone.run(phone.tab.outbox.enqueue(aClaim('slow'), [aBill('slow photo')]));
    await phone.run(phone.tab.outbox.enqueue(aClaim('two')));
    await phone.run(phone.tab.outbox.drain());
    await phone.run(phone.tab.outbox.retryAll());
    await phone.run(phone.tab.outbox.drain());
    expect(texts(phone)).toEqual(['two']);
  });
});

describe('P1: a pause does not outlive the attempt that began after it', () => {
  test('what a killed page was uploading is sent by the worker, however long the pause was before', async () => {
    const phone = await aPhone();
    const { world } = phone;
    await phone.run(phone.tab.outbox.enqueue(aClaim('one'), [aBill('photo')]));
    phone.faults('busyHour');
    await phone.run(phone.tab.outbox.drain());
    // Before the pause began, as the clock says now: it is over (C9), and a page begins.
    world.skew = -86_400_000;
    void phone.tab.outbox.drain().catch(() => undefined);
    await world.turns.settle();
    while (world.network.inFlight.size === 0) await world.turn(0);
    await world.kill(phone.tab, false);
    world.skew = 0;
    world.trueNow += 100_000;
    const next = await phone.open();
    await phone.run(retryAndDrain(next.outbox));
    expect(texts(phone)).toEqual(['one']);
  });
});

describe('P9: a network that refuses one file', () => {
  test('asks its owner once our server answers and the file alone does not pass; no other is held up', async () => {
    const phone = await aPhone();
    const walled = await phone.run(phone.tab.outbox.enqueue(aClaim('one'), [aBill('walled photo')]));
    await phone.run(phone.tab.outbox.enqueue(aClaim('two')));
    await phone.run(phone.tab.outbox.drain());
    expect(texts(phone)).toEqual(['two']);
    await drains(phone, 2);
    const entry = (await phone.run(phone.tab.outbox.list())).find(({ id }) => id === walled.id);
    expect(entry).toMatchObject({ state: 'needsYou', refusal: { status: 413, code: 'NETWORK_REFUSED', bill: 'b1' } });
    expect(entry?.refusal?.message).toMatch(/^Your network refuses this file\b/);
    // On another network, or with another photo, it goes out.
    await phone.run(phone.tab.outbox.revise(walled.id, aClaim('one'), [aBill('smaller photo')]));
    await drains(phone, 1);
    expect(texts(phone)).toEqual(['two', 'one']);
  });

  test('counts refusals in a row: another bill, refused once after the first got through, is tried again', async () => {
    const phone = await aPhone();
    const bills = [aBill('photo'), { ...aBill('second photo'), localId: 'b2' }];
    await phone.run(phone.tab.outbox.enqueue(aClaim('one'), bills));
    phone.faults('html403', 'ok', 'ok');
    await drains(phone, 1);
    phone.faults('ok', 'html403', 'ok', 'ok');
    await drains(phone, 1);
    expect((await phone.run(phone.tab.outbox.list()))[0]).toMatchObject({ state: 'waiting', walled: 1 });
    await drains(phone, 1);
    expect(texts(phone)).toEqual(['one']);
  });

  test.each([
    ['the probe', ['portal']],
    ['the call', ['ok', 'portal']],
  ] as const)('is a captive portal, as ever, when %s does not pass either', async (_, then) => {
    const phone = await aPhone();
    await phone.run(phone.tab.outbox.enqueue(aClaim('one'), [aBill('photo')]));
    phone.faults('html403', ...then, 'html403', ...then, 'html403', ...then);
    for (let round = 0; round < 3; round += 1) {
      expect((await phone.run(phone.tab.outbox.drain())).stopped).toBe('portal');
      phone.world.trueNow += 300_000;
    }
    await drains(phone, 1);
    expect(texts(phone)).toEqual(['one']);
  });

  test('a call that the server has already is never said to be refused: its owner would send it twice', async () => {
    const phone = await aPhone();
    await phone.run(phone.tab.outbox.enqueue(aClaim('one')));
    phone.faults('lostAnswer', 'html403', 'ok', 'ok', 'html403', 'ok', 'ok', 'html403');
    await drains(phone, 3);
    expect((await phone.run(phone.tab.outbox.list())).map(({ state }) => state)).toEqual(['waiting']);
    await drains(phone, 4);
    expect(texts(phone)).toEqual(['one']);
    expect((await phone.run(phone.tab.outbox.list())).map(({ state }) => state)).toEqual(['done']);
  });

  test('words of a call that do not pass ask too', async () => {
    const phone = await aPhone();
    await phone.run(phone.tab.outbox.enqueue(aClaim('one')));
    phone.faults('html403', 'ok', 'ok', 'html403');
    await drains(phone, 2);
    expect((await phone.run(phone.tab.outbox.list()))[0]).toMatchObject({
      state: 'needsYou',
      refusal: { status: 403, code: 'NETWORK_REFUSED' },
    });
    expect(texts(phone)).toEqual([]);
  });
});
