import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { drainPastHolds, retryAndDrain } from '#outbox/backgroundSync.ts';
import type { Entry } from '#outbox/entry.ts';
import { PARTS } from '#outbox/parts.ts';
import { HOLD_MS } from '#outbox/state.ts';
import { holdSchedules, playHolds } from '#tests/support/holdPlay.ts';
import type { Mutant } from '#tests/support/mutant.ts';
import { aClaim, anEdit, aPhone, type Phone } from '#tests/support/phone.ts';
import { fc } from '#tests/support/property.ts';

const RUNS = Number(process.env['PROOF_RUNS'] ?? 300);

const texts = ({ world }: Phone): string[] => world.server.effects.map(({ text }) => text);

describe('OB-14: what is held can be taken back, and leaves by itself', () => {
  test('nothing ends a hold but time, and nothing is sent before', async () => {
    const phone = await aPhone();
    const { outbox } = phone.tab;
    const { id } = await phone.run(outbox.enqueue(aClaim('held', { held: true })));
    await phone.run(outbox.enqueue(aClaim('at once')));
    await phone.run(outbox.retryAll());
    await phone.run(outbox.retry(id));
    const report = await phone.run(outbox.drain());
    expect(report).toMatchObject({ sent: 1, left: 1, stopped: 'empty' });
    expect(texts(phone)).toEqual(['at once']);
    phone.world.trueNow += (report.nextAt ?? 0) - phone.world.now();
    await phone.run(outbox.drain());
    expect(texts(phone)).toEqual(['at once', 'held']);
  });

  test('taken back in time, nothing of it is left anywhere; what followed it goes on', async () => {
    const phone = await aPhone();
    const { outbox } = phone.tab;
    const { id } = phone.world.server.addRecord('asha@example.com', 'there');
    const first = await phone.run(outbox.enqueue({ ...anEdit(id, 'first', 1), held: true }));
    await phone.run(outbox.enqueue(anEdit(id, 'second', 1)));
    await phone.run(outbox.drain());
    expect(texts(phone), 'a later change of the record waits for the held one').toEqual([]);
    expect(await phone.run(outbox.takeBack(first.id))).toBe(true);
    await phone.run(outbox.drain());
    expect(texts(phone)).toEqual(['second']);
    expect((await phone.run(outbox.list())).map(({ face }) => face.title)).toEqual(['second']);
  });

  test('what may have been sent is not taken back, nor what is not there', async () => {
    const phone = await aPhone();
    const { outbox } = phone.tab;
    const { id } = await phone.run(outbox.enqueue(aClaim('held', { held: true })));
    phone.world.trueNow += HOLD_MS;
    phone.faults('lostRequest');
    await phone.run(outbox.drain());
    expect(await phone.run(outbox.takeBack(id))).toBe(false);
    await phone.run(retryAndDrain(outbox));
    expect(texts(phone)).toEqual(['held']);
    expect(await phone.run(outbox.takeBack(id))).toBe(false);
    expect(await phone.run(outbox.takeBack('nothing'))).toBe(false);
  });

  test('a page that is closed meanwhile loses nothing: another waits for the rest of the hold', async () => {
    const phone = await aPhone();
    await phone.run(phone.tab.outbox.enqueue(aClaim('held', { held: true })));
    await phone.world.kill(phone.tab, false);
    phone.world.trueNow += 3_000;
    const { outbox } = await phone.open();
    expect((await phone.run(retryAndDrain(outbox))).left).toBe(1);
    phone.world.trueNow += HOLD_MS - 3_000;
    expect((await phone.run(outbox.drain())).sent).toBe(1);
  });

  test('a worker that is woken waits for it', async () => {
    const phone = await aPhone();
    const { world } = phone;
    await phone.run(phone.tab.outbox.enqueue(aClaim('held', { held: true })));
    const waits: number[] = [];
    const wait = (ms: number): Promise<void> => Promise.resolve(void waits.push((world.trueNow += ms) && ms));
    expect(await phone.run(drainPastHolds(phone.tab.outbox, { now: world.now, wait }))).toMatchObject({ left: 0 });
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeLessThanOrEqual(HOLD_MS);
    phone.faults('busyHour');
    await phone.run(phone.tab.outbox.enqueue(aClaim('paused')));
    await phone.run(drainPastHolds(phone.tab.outbox, { now: world.now, wait }));
    expect(waits, 'an hour is not waited for').toHaveLength(1);
  });

  test('a clock that is set back holds it anew, for no longer than was said', async () => {
    const phone = await aPhone();
    const { world } = phone;
    await phone.run(phone.tab.outbox.enqueue(aClaim('held', { held: true })));
    world.skew = -86_400_000;
    const other = await phone.open();
    const report = await phone.run(other.outbox.drain());
    expect(texts(phone)).toEqual([]);
    expect((report.nextAt ?? 0) - world.now()).toBeLessThanOrEqual(HOLD_MS);
    world.trueNow += HOLD_MS;
    await phone.run(other.outbox.drain());
    expect(texts(phone)).toEqual(['held']);
  });

  test('a clock that is set forward ends no hold in the page that began it', async () => {
    const phone = await aPhone();
    const { id } = await phone.run(phone.tab.outbox.enqueue(aClaim('held', { held: true })));
    phone.world.skew = 3_600_000;
    await phone.run(phone.tab.outbox.drain());
    expect(await phone.run(phone.tab.outbox.takeBack(id))).toBe(true);
    expect(texts(phone)).toEqual([]);
  });
});

test(
  `OB-14: whatever clocks, tabs, worker and network do, in ${RUNS} schedules`,
  async () => {
    await fc.assert(
      fc.asyncProperty(holdSchedules, async (schedule) => {
        expect(await playHolds(schedule)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  },
  process.env['PROOF_RUNS'] === undefined ? 300_000 : 0,
);

const free = ({ heldUntil: _heldUntil, ...entry }: Entry): Entry => entry;

/** Bugs of such a hold, put in from outside. */
const BUGS: Readonly<Record<string, Mutant>> = {
  'nobody looks at the hold': { parts: { pick: (all, now, alone) => PARTS.pick(all.map(free), now, alone) } },
  'the hold ends where the clock goes back': {
    parts: { heldAnew: (entry, now) => PARTS.heldAnew(entry, now) && free(entry) },
  },
  'the hold goes by the clock alone, and the clock goes back': { parts: { heldAnew: () => null } },
  'the hold ends with the page': {
    wake: {
      send: async (outbox) => {
        for (const { id, body, face, endpoint, url, method, record, ifMatch } of await outbox.list())
          if ((await outbox.takeBack(id)) && ifMatch !== undefined)
            await outbox.enqueue({ id, body, face, endpoint, url, method, record, ifMatch });
        return retryAndDrain(outbox);
      },
    },
  },
  'what may have been sent is taken back': {
    outbox: (outbox) => ({ ...outbox, takeBack: (id) => outbox.discard(id).then(() => true) }),
  },
  'what is taken back is only hidden': { outbox: (outbox) => ({ ...outbox, takeBack: () => Promise.resolve(true) }) },
  'what is held is held in memory alone': {
    outbox: (outbox) => ({ ...outbox, enqueue: ({ held: _held, ...input }) => outbox.enqueue(input) }),
  },
};

test.each(Object.entries(BUGS))(
  'M2: the model finds that %s',
  async (_, bug) => {
    const details = await fc.check(
      fc.asyncProperty(holdSchedules, async (schedule) => (await playHolds(schedule, bug)).length === 0),
      { numRuns: 300, endOnFailure: true },
    );
    expect(details.failed).toBe(true);
  },
  120_000,
);
