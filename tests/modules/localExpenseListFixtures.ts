import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { LocalExpense } from '#contract/expense.ts';
import { keepRows } from '#data/readCache.ts';

export const keep = (rows: LocalExpense[]) => keepRows('searchLocalExpenses', rows, Date.now(), 'test');
export const cards = () => screen.findAllByRole('listitem', { name: /^(EXP|Not sent)/ });
/** Sending is tried once at once, and nothing can be done meanwhile. */
export const firstTryOver = async (): Promise<void> => {
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled();
};
export const names = async () => (await cards()).map((card) => card.getAttribute('aria-label'));
