import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '#tests/support/screen.tsx';
import { PickInput, type PickInputProps } from '#ui/PickInput.tsx';

const STATES = ['Karnataka', 'Kerala', 'Goa'].map((label) => ({ value: label.toUpperCase(), label }));

function Field(props: Partial<PickInputProps>) {
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <>
      <PickInput label="Address Location" options={STATES} chosen={chosen} onChange={setChosen} {...props} />
      <output>{chosen.join('|')}</output>
    </>
  );
}
const field = () => screen.getByRole('combobox', { name: 'Address Location' });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => document.querySelector('output')?.textContent;

it('CAMP-17: typing matches the value whatever the case, and several are chosen without closing the list', async () => {
  const user = userEvent.setup();
  show(<Field many />);
  await user.click(field());
  expect(options()).toEqual(['Karnataka', 'Kerala', 'Goa']);
  await user.type(field(), 'kar');
  expect(options()).toEqual(['Karnataka']);
  await user.click(screen.getByRole('option', { name: 'Karnataka' }));
  await user.clear(field());
  await user.click(screen.getByRole('option', { name: 'Goa' }));
  expect(screen.getByRole('option', { name: 'Goa' })).toHaveAttribute('aria-selected', 'true');
  expect(chosen()).toBe('KARNATAKA|GOA');
  expect(field()).toHaveAccessibleDescription('Karnataka, Goa');
  await user.click(screen.getByRole('option', { name: 'Goa' }));
  expect(chosen()).toBe('KARNATAKA');
  await user.keyboard('{Escape}');
  expect(options()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Clear Address Location' }));
  expect(chosen()).toBe('');
});

it('of many, all that are found are chosen at once, and taken back', async () => {
  const user = userEvent.setup();
  show(
    <Field
      many
      options={Array.from({ length: 9 }, (_, n) => ({
        value: n < 6 ? `PIPES_${n}` : `VALVES_${n}`,
        label: `Part ${n}`,
      }))}
    />,
  );
  await user.click(field());
  expect(options()).toHaveLength(10);
  await user.click(screen.getByRole('option', { name: 'All 9' }));
  expect(chosen()?.split('|')).toHaveLength(9);
  await user.type(field(), 'pipes{ArrowDown}');
  expect(screen.getByRole('option', { name: 'All 6 found' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Enter}');
  expect(chosen()).toBe('VALVES_6|VALVES_7|VALVES_8');
  await user.clear(field());
  await user.type(field(), 'valves');
  expect(options()).toEqual(['Part 6', 'Part 7', 'Part 8']);
});

it('one is chosen in place of another, by the keyboard alone; the list closes and the form is not sent', async () => {
  const user = userEvent.setup();
  let sent = 0;
  show(
    <form onSubmit={() => (sent += 1)}>
      <Field required />
    </form>,
  );
  await user.tab();
  expect(field()).toHaveFocus();
  expect(field()).toBeRequired();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen()).toBe('KERALA');
  expect(options()).toEqual([]);
  await user.keyboard('go{Enter}');
  expect(chosen()).toBe('GOA');
  await user.keyboard('{Backspace}');
  expect(chosen()).toBe('');
  expect(sent).toBe(0);
});

it('says when nothing is like it, when it is still coming, and when it did not come', async () => {
  const user = userEvent.setup();
  const { unmount } = show(<Field many />);
  await user.type(field(), 'xyz');
  expect(screen.getByText('Nothing like “xyz”')).toBeInTheDocument();
  unmount();
  show(<Field many options={undefined} />);
  await user.click(field());
  expect(screen.getByText('Loading…')).toBeInTheDocument();
});

it('a list that did not come can be asked for again', async () => {
  let asked = 0;
  const user = userEvent.setup();
  show(<Field many options={undefined} failure={{ text: 'No network.', again: () => (asked += 1) }} />);
  await user.click(field());
  await user.click(within(screen.getByText(/No network\./)).getByRole('button', { name: 'Try again' }));
  expect(asked).toBe(1);
});
