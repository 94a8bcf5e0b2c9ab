import { hashKey } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PersonDate } from '#contract/user.ts';
import { drafts, outbox } from '#data/entries.ts';
import { randomKey } from '#outbox/env.ts';
import { keepAnswer } from '#data/readCache.ts';
import { signOut } from '#data/session.ts';
import { NO_ROLES } from '#data/sessionStore.ts';
import { submit } from '#data/submit.ts';
import { addDays, dayOf, formatDay, millisOfDay } from '#domain/dates.ts';
import { parseExceptionalDate } from '#domain/exceptionalDate.ts';
import { mayOpen } from '#domain/screens.ts';
import { dateSearch } from '#modules/people/dates/dateSearch.ts';
import { dateCommand } from '#modules/people/dates/exceptionalDates.ts';
import { ExceptionalDatesPage } from '#modules/people/screens/ExceptionalDatesPage.tsx';
import { formAddress } from '#modules/outbox/entryTexts.ts';
import { openPersonStore } from '#storage/open.ts';
import { FETCHED_STORES } from '#storage/schema.ts';
import { PERSON, showAt, signInOffline } from '#tests/support/screen.tsx';

const PATH = '/home/exceptional-dates';
const ADMIN = {
  ...PERSON,
  email: 'admin@example.com',
  name: 'Latha Rao',
  employeeCode: 'KH1010',
  roles: { ...NO_ROLES, isAdmin: true },
};
const { timeZone } = ADMIN;
const today = dayOf(Date.now(), timeZone);
const day = addDays(today, -200);
const asha: PersonDate = {
  name: 'Asha Nair',
  email: 'employee@example.com',
  employeeCode: 'KH1001',
  date: millisOfDay(day, timeZone),
  version: 3,
};
const keep = (people: PersonDate[]) =>
  keepAnswer(hashKey(['exceptionalDates', ADMIN.email, {}]), { success: true, data: people }, Date.now());
const open = (address = PATH) => showAt(address, ExceptionalDatesPage, dateSearch);
const entries = async () => (await outbox()).list();
const card = () => screen.findByRole('listitem', { name: 'Asha Nair' });
const dialog = () => screen.findByRole('dialog', { name: 'Exceptional Date' });
const isClosed = (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** It can be saved when it is known that the server cannot be asked for what came since. */
const ready = async (): Promise<HTMLElement> => {
  const shown = await dialog();
  await waitFor(() => expect(within(shown).getByRole('button', { name: 'Save' })).toBeEnabled());
  return shown;
};

/** All that somebody reads who opens this person's database with the browser's tools. */
async function readable(email: string): Promise<string> {
  const store = await openPersonStore(email);
  const stores = ['outbox', 'blobs', 'bytes', 'drafts', ...FETCHED_STORES, 'meta'] as const;
  const rows = await store.read([...stores], (tx) =>
    Promise.all(
      stores.map(async (name) => [await tx.objectStore(name).getAllKeys(), await tx.objectStore(name).getAll()]),
    ),
  );
  store.close();
  return JSON.stringify(rows);
}

describe('exceptional dates, without network', () => {
  beforeEach(async () => {
    await signInOffline(ADMIN);
    await keep([asha]);
  });

  it('ID-1: after signing out nobody reads on the device whose date was set, nor whose is being typed', async () => {
    await submit(dateCommand(asha, day, { timeZone, draft: { key: 'none', id: randomKey() } }));
    await open(`${PATH}?person=${asha.email}`);
    const field = within(await dialog()).getByLabelText('Exceptional date');
    await userEvent.clear(field);
    await userEvent.type(field, formatDay(addDays(today, -140)));
    await waitFor(async () =>
      expect((await (await drafts()).listDrafts()).map(({ key }) => key)).toEqual([
        expect.stringMatching(/^Exceptional Date/),
      ]),
    );
    await signOut('keep');
    const left = await readable(ADMIN.email);
    expect(left).toContain('Exceptional Date');
    expect(left).not.toContain(asha.email);
  });

  it('EXC-2: those who have one are listed with it; one is changed, waits and is changed again', async () => {
    const router = await open();
    expect(within(await card()).getByText(formatDay(day))).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Change the date of Asha Nair' }));
    const shown = await ready();
    expect(router.state.location.href).toContain('person=employee@example.com');
    expect(within(shown).getByText('Asha Nair (KH1001)')).toBeInTheDocument();
    const field = within(shown).getByLabelText('Exceptional date');
    expect(field).toHaveValue(formatDay(day));
    await userEvent.clear(field);
    await userEvent.type(field, formatDay(addDays(today, -150)));
    await userEvent.click(within(shown).getByRole('button', { name: 'Save' }));
    await isClosed();
    const [entry] = await entries();
    expect(entry).toMatchObject({
      endpoint: 'setExceptionalDate',
      method: 'PUT',
      body: { email: asha.email, date: millisOfDay(addDays(today, -150), timeZone) },
      ifMatch: 3,
      record: { kind: 'exceptionalDate', id: asha.email },
      face: { success: 'Exceptional date set.' },
    });
    expect(entry && formAddress(entry)).toBe(`${PATH}?edit=${entry?.id}`);
    expect(await within(await card()).findByText(formatDay(addDays(today, -150)))).toBeInTheDocument();
    expect(within(await card()).getByText(/Waiting|Sending/)).toBeInTheDocument();
  });

  it('EXC-2: it is cleared', async () => {
    await open(`${PATH}?person=${asha.email}`);
    const shown = await ready();
    await userEvent.click(within(shown).getByRole('button', { name: 'Clear' }));
    await isClosed();
    expect(await entries()).toMatchObject([
      { body: { email: asha.email, date: null }, face: { success: 'Exceptional date cleared.' } },
    ]);
    expect(await within(await card()).findByText('None')).toBeInTheDocument();
  });

  it('EXC-2: no date and one that lies ahead are refused in words', async () => {
    await open(`${PATH}?person=${asha.email}`);
    const shown = await ready();
    const field = within(shown).getByLabelText('Exceptional date');
    await userEvent.clear(field);
    await userEvent.click(within(shown).getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Please enter exceptional date')).length).toBeGreaterThan(1);
    await userEvent.type(field, formatDay(addDays(today, 1)));
    await userEvent.click(within(shown).getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Exceptional date cannot be in the future')).length).toBeGreaterThan(1);
    expect(await entries()).toEqual([]);
    expect(within(shown).getByText(/The history could not be loaded/)).toBeInTheDocument();
  });

  it('EXC-2: one’s own is looked at alone', async () => {
    await keep([{ ...asha, email: ADMIN.email, name: ADMIN.name }]);
    await open(`${PATH}?person=${ADMIN.email}`);
    const shown = await dialog();
    expect(await within(shown).findByText('You cannot set your own exceptional date.')).toBeInTheDocument();
    expect(within(shown).queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('LIST-8 EXC-2: nobody has one', async () => {
    await keep([]);
    await open();
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
    expect(screen.getByLabelText('Find a person')).toBeInTheDocument();
  });
});

describe('the exceptional date', () => {
  it('EXC-2: the screen is for admins', () => {
    expect([
      mayOpen(PATH, ADMIN.roles),
      mayOpen(PATH, NO_ROLES),
      mayOpen(PATH, { ...NO_ROLES, isManager: true, isFinance: true }),
    ]).toEqual([true, false, false]);
  });

  it.each<[string, number | null, string | null]>([
    ['today', 0, today],
    ['long ago', -1_000, addDays(today, -1_000)],
    ['cleared', null, null],
  ])('EXC-2: %s is good', (_, days, read) => {
    const date = days === null ? null : millisOfDay(addDays(today, days), timeZone);
    expect(parseExceptionalDate({ email: ' a@example.com ', date }, { today, timeZone })).toEqual({
      ok: true,
      value: { email: 'a@example.com', day: read },
    });
  });
});
