import { screen, within } from '@testing-library/react';
import { ok } from '#tests/support/answers.ts';

export const page = (rows: readonly object[], total = rows.length): object => ok(rows, { totalElements: total });
export const button = (name: string) => screen.findByRole('button', { name });

export const cells = (row: HTMLElement): (string | null)[] =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

export const rowsOf = async (name: string) => within(await screen.findByRole('table', { name })).getAllByRole('row');
