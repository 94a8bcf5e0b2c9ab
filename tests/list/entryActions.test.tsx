import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { EntryActions } from '#list/EntryActions.tsx';
import { closeToasts, currentToasts } from '#ui/toast.ts';
import { anEntry } from '#tests/support/entries.ts';

afterEach(closeToasts);

const shown = (state: 'waiting' | 'uploading' | 'sending') => {
  const onEdit = vi.fn();
  const entry = anEntry({ state });
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
