import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { EntryActions } from '#list/EntryActions.tsx';
import { closeToasts, currentToasts } from '#ui/toast.ts';
import { anEntry } from '#tests/support/entries.ts';

afterEach(closeToasts);

const shown = (state: 'waiting' | 'uploading' | 'sending', attempts = 0) => {
  const onEdit = vi.fn();
  const entry = anEntry({ state, attempts });
  render(<EntryActions entry={entry} noun="claim" decision={false} readOnly={false} onEdit={onEdit} />);
  return onEdit;
};

test('OB-12: what waits is edited with one press', async () => {
  const onEdit = shown('waiting');
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(onEdit).toHaveBeenCalledOnce();
  expect(currentToasts()).toEqual([]);
});

test.each(['uploading', 'sending'] as const)(
  'OB-12: a press while it is %s says why nothing happens',
  async (state) => {
    const onEdit = shown(state);
    for (const name of ['Edit', 'Discard']) {
      const button = screen.getByRole('button', { name });
      expect(button).toHaveAttribute('aria-disabled', 'true');
      expect(button).toHaveAccessibleDescription('It is being sent now. Try again in a moment.');
      await userEvent.click(button);
      expect(currentToasts().map(({ text }) => text)).toEqual(['It is being sent now. Try again in a moment.']);
      closeToasts();
    }
    expect(onEdit).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('OB-12: what was tried keeps all its buttons in their places while it is tried again', () => {
  const names = (['waiting', 'uploading', 'sending'] as const).map((state) => {
    shown(state, 1);
    const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
    cleanup();
    return buttons;
  });
  expect(new Set(names.map((each) => each.join())).size).toBe(1);
  expect(names[0]).toEqual(['Edit', 'Try again', 'Discard']);
});
