import { describe, expect, it } from 'vitest';
import { createOnlineTracker } from '#data/online.ts';

function world(startsOnline = true) {
  let now = 1_000;
  let answers = false;
  const timers: { run: () => void; ms: number }[] = [];
  const tracker = createOnlineTracker({
    now: () => now,
    probe: () => Promise.resolve(answers),
    setTimer: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return timer;
    },
    clearTimer: (timer) => void timers.splice(timers.indexOf(timer as { run: () => void; ms: number }), 1),
    startsOnline,
  });
  const fire = async (): Promise<void> => {
    timers.shift()?.run();
    await new Promise((done) => setTimeout(done, 0));
  };
  return { tracker, timers, pass: (ms: number) => (now += ms), serverIsBack: () => (answers = true), fire };
}

describe('online is what the server says (OB-5)', () => {
  it('three failures within ten seconds mean offline', () => {
    const { tracker, pass } = world();
    tracker.sawFailure();
    pass(4_000);
    tracker.sawFailure();
    expect(tracker.isOnline()).toBe(true);
    pass(4_000);
    tracker.sawFailure();
    expect(tracker.isOnline()).toBe(false);
  });

  it('failures far apart, or with an answer between, do not', () => {
    const { tracker, pass } = world();
    for (let i = 0; i < 5; i += 1) {
      tracker.sawFailure();
      pass(6_000);
    }
    expect(tracker.isOnline()).toBe(true);
    tracker.sawFailure();
    tracker.sawAnswer();
    tracker.sawFailure();
    tracker.sawFailure();
    expect(tracker.isOnline()).toBe(true);
  });

  it('while offline it probes after 5 s, doubling to 60 s, and any success means online', async () => {
    const { tracker, timers, fire, serverIsBack } = world(false);
    const pauses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      pauses.push(timers[0]?.ms ?? -1);
      await fire();
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    serverIsBack();
    await fire();
    expect(tracker.isOnline()).toBe(true);
    expect(timers).toEqual([]);
  });

  it('an answer under way when the browser went offline keeps the app online until the probe only', async () => {
    const { tracker, timers, fire, serverIsBack } = world();
    tracker.hint(false);
    tracker.sawAnswer();
    expect(tracker.isOnline()).toBe(true);
    expect(timers.map(({ ms }) => ms)).toEqual([5_000]);
    await fire();
    expect(tracker.isOnline()).toBe(false);
    serverIsBack();
    await fire();
    expect(tracker.isOnline()).toBe(true);
    expect(timers).toEqual([]);
    tracker.sawAnswer();
    expect(timers).toEqual([]);
  });

  it('tells its listeners once for each change', () => {
    const { tracker } = world();
    let told = 0;
    const stop = tracker.subscribe(() => (told += 1));
    for (let i = 0; i < 4; i += 1) tracker.sawFailure();
    tracker.sawAnswer();
    tracker.sawAnswer();
    stop();
    tracker.hint(false);
    expect(told).toBe(2);
    expect(tracker.isOnline()).toBe(false);
  });
});
