import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BillView } from '#files/BillView.tsx';
import { show } from '#tests/support/screen.tsx';

beforeEach(() => {
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        throw new DOMException('Refused.', 'SecurityError');
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('says of a PDF that it cannot be shown where the browser starts no worker for it', async () => {
  const bytes = new TextEncoder().encode('%PDF-1.4').buffer;
  show(
    <>
      <p>What it is for</p>
      <BillView source={{ kind: 'form', id: 'b', name: 'bill.pdf', type: 'application/pdf', bytes }} />
    </>,
  );
  expect(await screen.findByText('This file cannot be shown. It may be damaged.')).toBeVisible();
  expect(screen.getByText('What it is for')).toBeVisible();
});
