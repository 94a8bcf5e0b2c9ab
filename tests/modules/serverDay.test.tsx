import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { NewLocalExpense } from '#modules/localExpense/NewLocalExpense.tsx';
import { HistoryRows } from '#modules/claims/HistoryRows.tsx';
import { observeServerTime } from '#data/clock.ts';
import { outbox } from '#data/entries.ts';
import { addDays, dayOf, formatDay } from '#domain/dates.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { PERSON, show, signInOffline } from '#tests/support/screen.tsx';

const DAY = 86_400_000;
const ZONE = PERSON.timeZone;
const word = (at: number): string => `${at}.${'a'.repeat(22)}`;
const realNow = Date.now.bind(Date);
const phoneIs = (days: number): void => void vi.spyOn(Date, 'now').mockImplementation(() => realNow() + days * DAY);
const photo = (name: string): File =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])], name, { type: 'image/jpeg' });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('P21 TM-3: on a phone 40 days behind, today’s claim counts as today’s, yesterday’s is no future one', async () => {
  await signInOffline();
  await noDraft('Raise Local Expenses/new');
  phoneIs(-40);
  observeServerTime(word(realNow()), null);
  const serverDay = dayOf(realNow(), ZONE);
  let closed = false;
  show(<NewLocalExpense onClose={() => (closed = true)} />);
  await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
  const user = userEvent.setup();
  const date = screen.getByLabelText('Expense date');
  expect(date).toHaveValue(formatDay(serverDay));
  await user.clear(date);
  await user.type(date, formatDay(addDays(serverDay, -1)).replaceAll('-', ''));
  await user.click(screen.getByLabelText('Mobile Bill'));
  await user.type(screen.getByLabelText('Claim amount'), '120');
  await user.type(screen.getByLabelText('Remarks'), 'Yesterday');
  await user.upload(screen.getByLabelText('Bills'), photo('bill.jpg'));
  await screen.findByText(/ready/);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(closed).toBe(true));
  const [entry] = await (await outbox()).list();
  expect(entry).toMatchObject({
    face: { day: addDays(serverDay, -1) },
    saved: { heard: expect.stringMatching(/^\d+\.a{22}$/) as string },
  });
  // When it was saved is shown by the server's clock, whatever the phone's says.
  expect(Math.abs((entry?.saved?.at ?? 0) - realNow())).toBeLessThan(DAY);
});

it('P19 TM-2: the history says when a claim was saved on the phone and when it reached the server', async () => {
  const at = (text: string): number => Date.parse(`${text}+05:30`);
  const row = { by: 'Asha Nair', onBehalfOf: null, what: 'Raised', changes: [] };
  show(
    <HistoryRows
      timeZone={ZONE}
      rows={[
        { ...row, at: at('2026-05-05T09:10:00'), savedAt: at('2026-05-03T18:20:00') },
        { ...row, at: at('2026-07-01T10:00:00'), reachedAt: at('2026-06-05T09:10:00') },
        { ...row, at: at('2026-08-01T10:00:00'), savedAt: at('2026-08-01T09:59:50') },
      ]}
    />,
  );
  expect(
    await screen.findByText('Saved on the phone 03-05-2026 18:20, reached the server 05-05-2026 09:10.'),
  ).toBeInTheDocument();
  expect(
    screen.getByText('Reached the server 05-06-2026 09:10. The server had lost it, and the phone sent it again.'),
  ).toBeInTheDocument();
  expect(screen.queryAllByText(/Saved on the phone/)).toHaveLength(1);
});
