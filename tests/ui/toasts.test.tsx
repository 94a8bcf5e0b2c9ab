import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toast } from '#ui/toast.ts';
import { show } from '#tests/support/screen.tsx';

it('the region that announces a good toast exists before its text; a bad one is an alert of its own', () => {
  show(<p>Anything</p>);
  const region = screen.getByRole('status');
  expect(region).toBeEmptyDOMElement();
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => {
    toast.success('Trip-Id copied');
    toast.success('ExpenseId copied.');
    toast.error('Authentication failed!');
  });
  expect(screen.getByRole('status')).toBe(region);
  expect(within(region).getByText('Trip-Id copied')).toBeVisible();
  // A second toast is announced without the first.
  expect(region).toHaveAttribute('aria-atomic', 'false');
  expect(region).not.toHaveTextContent('Authentication failed!');
  expect(screen.getByRole('alert')).toHaveTextContent('Authentication failed!');
});

it('stands above what is pinned to the lower edge of a phone, as that comes and goes', async () => {
  show(<main />);
  const holds = (...all: Record<string, string>[]): void =>
    screen.getByRole('main').replaceChildren(
      ...all.map((attributes) => {
        const element = document.createElement('div');
        for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
        return element;
      }),
    );
  holds({ 'data-pinned': 'button' });
  act(() => toast.success('ExpenseId copied.'));
  const above = (): string | undefined =>
    screen.getByText('ExpenseId copied.').closest<HTMLElement>('[data-above]')?.dataset['above'];
  expect(above()).toBe('button');
  holds({ 'data-pinned': 'button' }, { 'data-pinned': 'bar' });
  await waitFor(() => expect(above()).toBe('bar'));
  holds({ 'data-pinned': 'bar' }, { role: 'dialog', 'aria-modal': 'true' });
  await waitFor(() => expect(above()).toBe('dialog'));
  holds();
  await waitFor(() => expect(above()).toBeUndefined());
});
