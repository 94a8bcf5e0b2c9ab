import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { FilterControl } from '#filters/FilterControl.tsx';
import type { FilterTexts } from '#filters/value.ts';
import { setWindowWidth } from '#tests/support/screens.ts';
import { show, signInOffline } from '#tests/support/screen.tsx';

const uses = [
  { key: 'EMPLOYEE_NAME' },
  { key: 'DATE_RANGE', label: 'Expense date' },
  { key: 'MANAGER_APPROVAL_STATUS', start: '1', fixed: true },
] as const;

describe.each([
  ['phone', 360],
  ['desktop', 1280],
])('the filter panel on a %s (LIST-9)', (_, width) => {
  const applied: [FilterTexts, string | undefined][] = [];
  const draw = (texts: FilterTexts): void => {
    applied.length = 0;
    show(
      <FilterControl
        uses={uses}
        sorts={[{ key: 'EMPLOYEE_CODE', label: 'Employee code' }]}
        texts={texts}
        sort={undefined}
        timeZone="Asia/Kolkata"
        onApply={(next, sort) => applied.push([next, sort])}
      />,
    );
  };
  beforeEach(async () => {
    setWindowWidth(width);
    await signInOffline();
  });

  it('changes nothing before Apply, then everything at once, and closes', async () => {
    const user = userEvent.setup();
    draw({ MANAGER_APPROVAL_STATUS: '1' });
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByLabelText('Approved'));
    await user.click(screen.getByLabelText('Last 7 days'));
    await user.click(screen.getByLabelText('Employee code', { selector: 'input[type=radio]' }));
    await user.type(screen.getByRole('combobox', { name: 'Employee name' }), 'Asha{Enter}');
    expect(applied).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(applied).toEqual([
      [{ MANAGER_APPROVAL_STATUS: '1|0', DATE_RANGE: 'LAST_7_DAYS', EMPLOYEE_NAME: 'Asha' }, 'EMPLOYEE_CODE'],
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus();
  });

  it('MGR-19: Clear all puts a fixed filter back to its start and the others away', async () => {
    const user = userEvent.setup();
    draw({ MANAGER_APPROVAL_STATUS: '0', DATE_RANGE: 'TODAY' });
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('button', { name: 'Clear all' }));
    expect(applied).toEqual([[{ MANAGER_APPROVAL_STATUS: '1' }, undefined]]);
    // On a phone the fields come a moment after the dialog.
    expect(await screen.findByLabelText('Pending')).toBeChecked();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('MGR-20: without a network any text may be entered, and taken out again', async () => {
    const user = userEvent.setup();
    draw({ EMPLOYEE_NAME: 'Asha|Imran' });
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('button', { name: 'Remove Asha' }));
    await user.type(screen.getByRole('combobox', { name: 'Employee name' }), 'Meera');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(applied.at(-1)?.[0]).toMatchObject({ EMPLOYEE_NAME: 'Imran|Meera' });
  });

  it('LIST-15: destinations are found while typing, several at once; any other name may be entered', async () => {
    const user = userEvent.setup();
    applied.length = 0;
    show(
      <FilterControl
        uses={[{ key: 'DESTINATION' }]}
        sorts={[]}
        texts={{}}
        sort={undefined}
        timeZone="Asia/Kolkata"
        onApply={(next, sort) => applied.push([next, sort])}
      />,
    );
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    const field = await screen.findByRole('combobox', { name: 'Destination' });
    await user.click(field);
    expect(screen.queryByRole('option')).toBeNull();
    await user.type(field, 'aurangabad');
    await user.click(await screen.findByRole('option', { name: /^Aurangabad, Bihar/ }));
    await user.type(field, 'mum');
    await screen.findByRole('option', { name: /^Mumbai/ });
    await user.keyboard('{ArrowDown}{Enter}');
    await user.type(field, 'Ulan Bator{Enter}');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(applied).toEqual([[{ DESTINATION: 'Aurangabad, Bihar|Mumbai|Ulan Bator' }, undefined]]);
  });

  it('a custom range is typed as days', async () => {
    const user = userEvent.setup();
    draw({});
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByLabelText('Custom range'));
    await user.type(screen.getByLabelText('From'), '01112026');
    await user.type(screen.getByLabelText('To'), '10112026');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(applied.at(-1)?.[0]).toMatchObject({ DATE_RANGE: '2026-11-01|2026-11-10' });
  });
});
