import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepAll, keepApp, type Workers } from '#app/keepApp.ts';
import { isKept, setKept } from '#data/kept.ts';
import { deviceStore } from '#data/person.ts';
import { savedMessage } from '#list/savedNotice.ts';

/** A worker that answers as told, one answer a question; the last one for ever. */
function workers(answers: unknown[], controller: unknown = {}): Workers & { asked: unknown[] } {
  const asked: unknown[] = [];
  const postMessage = (message: unknown, [port]: Transferable[]): void => {
    asked.push(message);
    (port as MessagePort).postMessage(answers.length > 1 ? answers.shift() : answers[0]);
  };
  return { asked, controller, ready: Promise.resolve({ active: { postMessage } }) };
}
const KEPT = { type: 'KEPT', all: true };

beforeEach(() => {
  localStorage.clear();
  setKept(false);
});
afterEach(() => setKept(false));

describe('SW-4 P20: whether an offline start is certain', () => {
  it('is asked of the worker, which must answer this page too', async () => {
    const { asked, ...answering } = workers([KEPT]);
    expect(await keepAll(answering)).toBe(true);
    expect(asked).toEqual([{ type: 'KEEP_APP' }]);
    expect(await keepAll(workers([KEPT], null))).toBe(false);
    expect(await keepAll(workers([{ type: 'KEPT', all: false }]))).toBe(false);
    expect(await keepAll({ controller: {}, ready: Promise.resolve({ active: null }) })).toBe(false);
  });

  it('is no for a worker of an earlier build, which does not answer', async () => {
    expect(
      await keepAll({ controller: {}, ready: Promise.resolve({ active: { postMessage: () => undefined } }) }, 20),
    ).toBe(false);
  });

  it('is tried again until all is kept, and said once on this device', async () => {
    const said: string[] = [];
    const before = workers([{ type: 'KEPT', all: false }, KEPT]);
    keepApp(before, (message) => void said.push(message), 1);
    await vi.waitFor(() => expect(said).toEqual(['Ready to work without network.']));
    expect(before.asked).toHaveLength(2);
    // The device's own store knows it too.
    await vi.waitFor(async () => expect(await (await deviceStore()).get('said/ready')).toBe(true));
    for (let n = 0; n < 2; n += 1) {
      setKept(false);
      keepApp(workers([KEPT]), (message) => void said.push(message), 1);
      await vi.waitFor(() => expect(isKept()).toBe(true));
      localStorage.clear();
    }
    expect(said).toHaveLength(1);
  });

  it('until then, ‘saved’ asks to keep the page open', () => {
    expect(savedMessage()).toBe(
      'Saved on this device. It will be sent when you are online. Keep this page open until it is sent.',
    );
    setKept(true);
    expect(savedMessage()).toBe('Saved on this device. It will be sent when you are online.');
  });
});
