import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { formatDay } from '#domain/dates.ts';
import type { ReadBill } from '#files/reading/readBill.ts';
import { aTripWithClaims } from '#tests/support/claims.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { signInOffline } from '#tests/support/screen.tsx';
import { createButton, keep, open, today, yesterday } from './travelExpenseFixtures.tsx';

const { readPdf } = vi.hoisted(() => ({ readPdf: vi.fn() }));
vi.mock('#files/reading/pdfReading.ts', () => ({ readPdf }));

const from = { x: 0, y: 0, width: 10, height: 10 };
const READ: ReadBill = {
  reading: {
    kind: 'bill',
    total: { value: 34_700, confidence: 'sure', from },
    day: { value: today, confidence: 'sure', from },
    merchant: { value: 'Hotel Annapoorna', confidence: 'offered', from },
    number: null,
    taxNumber: null,
    tax: null,
    currency: 'INR',
    paper: { groups: [], times: [] },
  },
  pictures: {},
};

it('READ-1: a bill fills in a travel claim’s amount and offers its merchant; the day stays', async () => {
  readPdf.mockResolvedValue(READ);
  await signInOffline();
  await noDraft(`Raise Travel Expense/TRP0001/${yesterday}`);
  await keep([aTripWithClaims(yesterday, today)]);
  await open('/raise-travel-expense?show=TRP0001');
  const user = userEvent.setup();
  await user.click(await createButton(yesterday));
  const dialog = within(await screen.findByRole('dialog', { name: 'Raise Travel Expense' }));
  await user.upload(dialog.getByLabelText('Bills'), new File(['%PDF-1.4 '], 'hotel.pdf', { type: 'application/pdf' }));
  expect(await dialog.findByText('filled in from “hotel.pdf”')).toBeInTheDocument();
  expect(dialog.getByLabelText('Claim amount')).toHaveValue('347');
  await user.click(dialog.getByRole('button', { name: 'Use remarks' }));
  expect(dialog.getByLabelText('Remarks')).toHaveValue('Hotel Annapoorna');
  expect(dialog.queryByRole('button', { name: 'Use date' })).not.toBeInTheDocument();
  expect(dialog.getByLabelText('Expense date')).toHaveValue(formatDay(yesterday));
});
