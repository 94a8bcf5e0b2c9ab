import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { startBackground } from '#app/background.ts';
import { createLocalExpense } from '#contract/calls/localExpenses.ts';
import { currentEntries } from '#data/entries.ts';
import { closeRuntime, openRuntime } from '#data/runtime.ts';
import { dropSession } from '#data/sessionStore.ts';
import { entryInput } from '#data/submit.ts';
import { signInOffline } from '#tests/support/screen.tsx';

afterEach(closeRuntime);

it('ID-1: what a screen opened for somebody is closed where the session ended before this code was there', async () => {
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
  dropSession();
  startBackground(new QueryClient(), document.createElement('div'), () => false, true);
  await vi.waitFor(() => expect(currentEntries()).toHaveLength(0), { timeout: 5_000 });
});
