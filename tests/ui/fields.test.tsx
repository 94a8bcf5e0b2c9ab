import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { AmountInput } from '#ui/AmountInput.tsx';
import { acceptAmount, caretAfter } from '#ui/useAmountTyping.ts';
import { DayInput, shapeTypedDay } from '#ui/DayInput.tsx';
import { Pager } from '#ui/Pager.tsx';
import { show } from '#tests/support/screen.tsx';

function Amount() {
  const [value, setValue] = useState('');
  return <AmountInput label="Claim amount" value={value} onChange={setValue} />;
}
function Day() {
  const [value, setValue] = useState('2026-11-21');
  return (
    <>
      <DayInput label="Expense date" value={value} onChange={setValue} min="2026-11-05" max="2026-11-21" />
      <output>{value}</output>
    </>
  );
}

describe('an amount while it is typed (AMT-9)', () => {
  it('is grouped the Indian way, and takes digits and one dot only', async () => {
    const user = userEvent.setup();
    show(<Amount />);
    const input = screen.getByLabelText<HTMLInputElement>('Claim amount');
    expect(input).toHaveAttribute('inputmode', 'decimal');
    await user.type(input, '12x3456.-5');
    expect(input).toHaveValue('1,23,456.5');
  });

  it('AMT-3: takes 11 characters, its own commas not counted', async () => {
    const user = userEvent.setup();
    show(<Amount />);
    const input = screen.getByLabelText('Claim amount');
    await user.type(input, '12345678.905');
    expect(input).toHaveValue('1,23,45,678.90');
    await user.clear(input);
    await user.click(input);
    await user.paste('₹ 1,23,456.00');
    expect(input).toHaveValue('1,23,456.00');
  });

  it.each(['1e5', '-500', '(500)', '1.2.3', '12 apples', '١٢٣'])(
    'AMT-1: %s pasted is refused whole: no other amount is made of what is none',
    async (text) => {
      const user = userEvent.setup();
      show(<Amount />);
      const input = screen.getByLabelText('Claim amount');
      await user.type(input, '42');
      await user.paste(text);
      expect(input).toHaveValue('42');
    },
  );

  it('keeps the caret among the digits it stood between', async () => {
    const user = userEvent.setup();
    show(<Amount />);
    const input = screen.getByLabelText<HTMLInputElement>('Claim amount');
    await user.type(input, '23456');
    await user.type(input, '1', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    expect(input).toHaveValue('1,23,456');
    expect(input.selectionStart).toBe(1);
    expect(caretAfter('1234', 2, '1,234')).toBe(3);
    expect(acceptAmount('1e5', 11)).toBeNull();
  });

  it('AMT-3: takes nothing of a pasted text that is too long: cut off it would be another amount', async () => {
    const user = userEvent.setup();
    show(<Amount />);
    const input = screen.getByLabelText<HTMLInputElement>('Claim amount');
    await user.type(input, '250');
    await user.paste('123456789012');
    expect(input).toHaveValue('250');
    expect(input.selectionStart).toBe(3);
    await user.clear(input);
    await user.paste('₹ 1,23,456.50');
    expect(input).toHaveValue('1,23,456.50');
  });
});

describe('a date while it is typed (DATE-5)', () => {
  it('gets its dashes from the digits, and from any separator', () => {
    expect(['12', '121', '12112026', '12/11/2026', '2026-11-12', '1-2-2026', '12-'].map(shapeTypedDay)).toEqual([
      '12',
      '12-1',
      '12-11-2026',
      '12-11-2026',
      '12-11-2026',
      '01-02-2026',
      '12-',
    ]);
  });

  it('12-11-2026 is the 12th of November, and text that is no date stays for the form to judge', async () => {
    const user = userEvent.setup();
    show(<Day />);
    const input = screen.getByLabelText('Expense date');
    expect(input).toHaveValue('21-11-2026');
    await user.clear(input);
    await user.type(input, '12112026');
    expect(document.querySelector('output')).toHaveTextContent('2026-11-12');
    await user.clear(input);
    await user.type(input, '31-02-2026');
    expect(input).toHaveValue('31-02-2026');
    expect(document.querySelector('output')).toHaveTextContent('31-02-2026');
  });

  it('can be picked; days out of range are disabled; Escape closes the calendar alone', async () => {
    const user = userEvent.setup();
    show(<Day />);
    await user.click(screen.getByRole('button', { name: 'Open calendar of Expense date' }));
    expect(await screen.findByRole('button', { name: '4 November 2026' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: '12 November 2026' }));
    expect(screen.getByLabelText('Expense date')).toHaveValue('12-11-2026');
    await user.click(screen.getByRole('button', { name: 'Open calendar of Expense date' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: '12 November 2026' })).toBeNull();
  });
});

describe('pages (LIST-10)', () => {
  it('says where one is, and leads on, to the last, back and to the first', async () => {
    const user = userEvent.setup();
    const went: number[] = [];
    const Paged = () => {
      const [page, setPage] = useState(1);
      const turn = (to: number): void => {
        went.push(to);
        setPage(to);
      };
      return <Pager page={page} pageSize={25} total={212} onPage={turn} />;
    };
    show(<Paged />);
    expect(screen.getByText('Page 2 of 9 · 212 in all')).toBeInTheDocument();
    for (const [name, to] of [
      ['Next page', 2],
      ['Last page', 8],
      ['Previous page', 7],
      ['First page', 0],
    ] as const) {
      await user.click(screen.getByRole('button', { name }));
      expect(screen.getByText(`Page ${to + 1} of 9 · 212 in all`)).toBeInTheDocument();
      await waitFor(() => expect(went.at(-1)).toBe(to));
    }
    expect(went).toEqual([2, 8, 7, 0]);
  });

  it('LIST-7 says the page that was asked for before the list has it, and follows the address', async () => {
    const went: number[] = [];
    const Led = () => {
      const [page, setPage] = useState(0);
      return (
        <>
          <Pager page={page} pageSize={25} total={212} onPage={(to) => went.push(to)} />
          {[0, 1, 2].map((to) => (
            <button key={to} type="button" onClick={() => setPage(to)}>{`The address says ${to}`}</button>
          ))}
        </>
      );
    };
    show(<Led />);
    const next = (): boolean => fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    next();
    next();
    expect(screen.getByText('Page 3 of 9 · 212 in all')).toBeInTheDocument();
    // Nothing but the pager is drawn within the tap, and two taps before a frame turn two pages at once.
    expect(went).toEqual([]);
    await waitFor(() => expect(went).toEqual([2]));
    for (const page of [2, 0, 1]) {
      fireEvent.click(screen.getByRole('button', { name: `The address says ${page}` }));
      expect(screen.getByText(`Page ${page + 1} of 9 · 212 in all`)).toBeInTheDocument();
    }
  });

  it('turns no page of a list that was left before the next frame', async () => {
    const went: number[] = [];
    const { unmount } = show(<Pager page={0} pageSize={25} total={212} onPage={(to) => went.push(to)} />);
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    unmount();
    await new Promise((done) => setTimeout(done, 100));
    expect(went).toEqual([]);
  });

  it('has no way out of the list at its ends', () => {
    show(<Pager page={0} pageSize={25} total={3} onPage={() => undefined} />);
    for (const name of ['First page', 'Previous page', 'Next page', 'Last page'])
      expect(screen.getByRole('button', { name })).toBeDisabled();
  });
});
