import { afterEach, describe, expect, it } from 'vitest';
import { createLocalExpense } from '#contract/calls/localExpenses.ts';
import { currentSummary, currentEntries } from '#data/entries.ts';
import { closeRuntime, openRuntime } from '#data/runtime.ts';
import { entryInput } from '#data/submit.ts';
import { signInOffline } from '#tests/support/screen.tsx';

afterEach(closeRuntime);

describe('ID-1: whose outbox is shown', () => {
  it('shows nothing of an outbox that was closed while it was still being opened', async () => {
    await signInOffline();
    const { outbox } = await openRuntime();
    await outbox.enqueue(
      entryInput({
        endpoint: createLocalExpense,
        body: {},
        record: { kind: 'local' },
        face: { title: 'Others' },
      } as never),
    );
    expect(currentEntries()).toHaveLength(1);
    await closeRuntime();
    const opening = openRuntime();
    const closing = closeRuntime();
    await Promise.allSettled([opening, closing]);
    expect(currentEntries()).toHaveLength(0);
    expect(currentSummary().total).toBe(0);
  });
});
