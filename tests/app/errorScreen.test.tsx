import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ErrorScreen } from '#app/ErrorScreen.tsx';
import { show } from '#tests/support/screen.tsx';

describe('a page that cannot be shown', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://k.example/assets/companyImport-x.js',
    'error loading dynamically imported module: https://k.example/assets/companyImport-x.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/companyImport-x.css',
  ])('says that it is not on the device yet: %s', (message) => {
    show(<ErrorScreen error={new TypeError(message)} reset={() => undefined} />);
    expect(screen.getByRole('heading', { name: 'Not on this device yet' })).toBeVisible();
    expect(screen.getByText(/needs a connection the first time/)).toBeVisible();
  });

  it('says of anything else what it was', () => {
    show(<ErrorScreen error={new Error('rows is not iterable')} reset={() => undefined} />);
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(screen.getByText('rows is not iterable')).toBeVisible();
  });
});
