import { screen, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { outbox } from '#data/entries.ts';
import { addDays, dayOf, millisOfDay } from '#domain/dates.ts';
import { PERSON } from '#tests/support/screen.tsx';

const { timeZone } = PERSON;
export const today = dayOf(Date.now(), timeZone);
export const [start, end] = [addDays(today, 10), addDays(today, 12)];
export const at = (day: string): number => millisOfDay(day, timeZone);
export const entries = async () => (await outbox()).list();
export type User = ReturnType<typeof userEvent.setup>;
export const field = (name: string) => screen.getByLabelText(name);
export async function type(user: User, name: string, text: string): Promise<void> {
  await user.clear(field(name));
  await user.click(field(name));
  await user.paste(text);
}
export const choose = (user: User, group: string, option: string) =>
  user.click(within(screen.getByRole('radiogroup', { name: group })).getByLabelText(option));
export const submit = (user: User, name = 'Submit') => user.click(screen.getByRole('button', { name }));
