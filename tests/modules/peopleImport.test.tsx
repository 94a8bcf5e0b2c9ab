import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { ImportAnswer } from '#contract/peopleImport.ts';
import { online } from '#data/online.ts';
import { ok, refusal, signInAnswered, type AskedCall } from '#tests/support/answers.ts';
import { openPeople, ORG_ADMIN } from '#tests/support/peopleScreens.tsx';

vi.setConfig({ testTimeout: 60_000 });

const counts = { added: 0, changed: 0, taken: 0, unchanged: 0, leaving: 0, refused: 0 };
const planned = (more: Partial<ImportAnswer> = {}): ImportAnswer => ({
  applied: false,
  plan: 'plan-1',
  stop: null,
  passedOver: ['Shoe size'],
  counts: { ...counts, added: 1997, changed: 1, refused: 1 },
  added: [{ line: 2, name: 'Zubin Irani', email: 'zubin@example.com', employeeCode: 'KH9001' }],
  changed: [{ line: 3, name: 'Asha Nair', changes: [{ field: 'Grade', before: '', after: 'M2' }] }],
  leaving: [],
  refused: [{ line: 7, name: 'Om Das', reason: "Nobody in the file or the directory is called 'boss'" }],
  more: true,
  ...more,
});
const csv = (name = 'people.csv'): File => new File(['Name,E-mail\n'], name, { type: 'text/csv' });
const choose = async (file = csv()): Promise<void> =>
  userEvent.upload(await screen.findByLabelText('File of people', { selector: 'input' }), file);
const asked = (calls: readonly AskedCall[]) =>
  calls
    .filter(({ name }) => name === 'importPeople')
    .map(({ query, file }) => [file, Object.fromEntries([...query].filter(([, value]) => value !== 'false'))]);

describe('ORG-24 the screen that takes people in from a file', () => {
  it('shows what the file would do, the refused first, and does what was seen', async () => {
    const calls = await signInAnswered(ORG_ADMIN, {
      importPeople: ({ query }) => ok(planned(query.get('apply') === 'true' ? { applied: true } : {})),
    });
    await openPeople('/people/import');
    await choose();
    expect(await screen.findByText('people.csv: 1,997 new, 1 changed and 1 refused.')).toBeVisible();
    expect(screen.getByText('Not read: Shoe size.')).toBeVisible();
    expect(screen.getAllByRole('region').map((region) => within(region).getByRole('heading').textContent)).toEqual([
      'Refused 1',
      'Changed 1',
      'New 1,997',
    ]);
    expect(within(screen.getByRole('region', { name: 'Refused 1' })).getByText('Line 7')).toBeVisible();
    expect(screen.getByText('Grade: – → M2')).toBeVisible();
    expect(screen.getByText('and 1,996 others')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Apply to 1,998 people' }));
    expect(await screen.findByText('Done. people.csv: 1,997 new, 1 changed and 1 refused.')).toBeVisible();
    expect(screen.getByText(/Put right what is refused/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
    expect(asked(calls)).toEqual([
      ['people.csv', {}],
      ['people.csv', { apply: 'true', plan: 'plan-1' }],
    ]);
  });

  it('ORG-22 who is missing leaves only when that is ticked, and many only when that is said once more', async () => {
    const stop = '300 of 2000 people would leave, which is more than a tenth. Please confirm that this is right.';
    const calls = await signInAnswered(ORG_ADMIN, {
      importPeople: ({ query }) => {
        const leave = query.get('missingLeave') === 'true';
        return ok(
          planned({
            counts: { ...counts, leaving: leave ? 300 : 0, unchanged: 1700 },
            leaving: leave ? [{ name: 'Om Das', email: 'om@example.com' }] : [],
            stop: leave && query.get('sure') !== 'true' ? stop : null,
          }),
        );
      },
    });
    await openPeople('/people/import');
    await choose();
    expect(await screen.findByRole('button', { name: 'Apply to 0 people' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: /missing from this one leave/ }));
    expect(await screen.findByText(stop)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Apply to 300 people' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Yes, 300 people leave' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apply to 300 people' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Apply to 300 people' }));
    await waitFor(() =>
      expect(asked(calls).at(-1)).toEqual([
        'people.csv',
        { missingLeave: 'true', sure: 'true', apply: 'true', plan: 'plan-1' },
      ]),
    );
  });

  it('a file that is none is refused in words, and another one is chosen', async () => {
    let first = true;
    await signInAnswered(ORG_ADMIN, {
      importPeople: () => {
        if (!first) return ok(planned());
        first = false;
        return refusal(422, 'INVALID', 'The file has no rows');
      },
    });
    await openPeople('/people/import');
    await choose(csv('empty.csv'));
    expect(await screen.findByText('The file has no rows')).toBeVisible();
    await choose();
    expect(await screen.findByText(/^people\.csv:/)).toBeVisible();
    expect(screen.queryByText('The file has no rows')).toBeNull();
  });

  it('says that the directory was changed meanwhile, and what the file does now', async () => {
    const moved = 'The directory was changed in the meantime. Please look at what the file does now.';
    let looks = 0;
    await signInAnswered(ORG_ADMIN, {
      importPeople: ({ query }) => {
        if (query.get('apply') === 'true') return refusal(409, 'CONFLICT', moved);
        looks += 1;
        return ok(planned({ plan: `plan-${looks}`, counts: { ...counts, added: looks } }));
      },
    });
    await openPeople('/people/import');
    await choose();
    await userEvent.click(await screen.findByRole('button', { name: 'Apply to 1 person' }));
    expect(await screen.findByText(moved)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Apply to 2 people' })).toBeEnabled();
  });

  it('needs a connection', async () => {
    await signInAnswered(ORG_ADMIN, {});
    await openPeople('/people/import');
    await screen.findByRole('button', { name: 'Choose a file' });
    act(() => [1, 2, 3].forEach(() => online.sawFailure()));
    await choose();
    expect(await screen.findAllByText('This needs a connection.')).not.toHaveLength(0);
  });
});
