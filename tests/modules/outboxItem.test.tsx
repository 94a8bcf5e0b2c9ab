import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ItemActions } from '#modules/outbox/ItemActions.tsx';
import type { Entry } from '#outbox/entry.ts';
import { closeToasts, currentToasts } from '#ui/toast.ts';
import { anEntry } from '#tests/support/entries.ts';
import { showAt } from '#tests/support/screen.tsx';

afterEach(closeToasts);

/** The buttons of an entry on the outbox page, by their names. */
async function buttonsOf(more: Partial<Entry>): Promise<string[]> {
  cleanup();
  await showAt(
    '/outbox',
    () => <ItemActions entry={anEntry(more)} />,
    (raw) => raw,
  );
  return screen.queryAllByRole('button').map(({ textContent }) => textContent);
}

it('OB-12: the buttons of an entry keep their places on the outbox page while it is sent', async () => {
  for (const attempts of [0, 1]) {
    const waiting = await buttonsOf({ attempts });
    expect(waiting).toEqual(attempts === 0 ? ['Edit', 'Discard'] : ['Edit', 'Try again', 'Discard']);
    for (const state of ['uploading', 'sending'] as const)
      expect(await buttonsOf({ attempts, state })).toEqual(waiting);
  }
  expect(await buttonsOf({ state: 'done' })).toEqual([]);
});

it('OB-12: a press on one of them while it is sent says why nothing happens', async () => {
  await buttonsOf({ state: 'sending', attempts: 1 });
  for (const name of ['Edit', 'Try again', 'Discard']) {
    await userEvent.click(screen.getByRole('button', { name }));
    expect(currentToasts().map(({ text }) => text)).toEqual(['It is being sent now. Try again in a moment.']);
    closeToasts();
  }
  expect(screen.queryByRole('dialog')).toBeNull();
});
