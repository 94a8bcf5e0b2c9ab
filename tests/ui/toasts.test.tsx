import { act, screen, within } from '@testing-library/react';
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
