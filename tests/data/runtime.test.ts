import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLocalExpense } from '#contract/calls/localExpenses.ts';
import { currentSummary, currentEntries } from '#data/entries.ts';
import { closeRuntime, openRuntime } from '#data/runtime.ts';
import { entryInput } from '#data/submit.ts';
import { signInOffline } from '#tests/support/screen.tsx';

afterEach(closeRuntime);
afterEach(() => void vi.restoreAllMocks());

const input = () =>
  entryInput({
    endpoint: createLocalExpense,
    body: {},
    record: { kind: 'local' },
    face: { title: 'Others' },
  } as never);

describe('ID-1: whose outbox is shown', () => {
  it('shows nothing of an outbox that was closed while it was still being opened', async () => {
    await signInOffline();
    const { outbox } = await openRuntime();
    await outbox.enqueue(input());
    expect(currentEntries()).toHaveLength(1);
    await closeRuntime();
    const opening = openRuntime();
    const closing = closeRuntime();
    await Promise.allSettled([opening, closing]);
    expect(currentEntries()).toHaveLength(0);
    expect(currentSummary().total).toBe(0);
  });
});

it('OB-3: what waits is shown before anything is written, also where nothing can be', async () => {
  await signInOffline();
  const { outbox } = await openRuntime();
  await outbox.enqueue(input());
  await outbox.drain();
  expect((await outbox.list()).map(({ attempts }) => attempts > 0)).toEqual([true]);
  await closeRuntime();
  const transaction = Reflect.get(IDBDatabase.prototype, 'transaction');
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, names, mode, options) {
    if (mode === 'readwrite') throw new DOMException('No room', 'QuotaExceededError');
    return transaction.call(this, names, mode, options);
  });
  // It is open, with what tries to send again once there is room.
  const again = await openRuntime();
  expect(currentEntries()).toHaveLength(1);
  vi.restoreAllMocks();
  await again.outbox.retryAll();
  await again.outbox.drain();
  expect((await again.outbox.list()).map(({ attempts }) => attempts)).toEqual([1]);
});
