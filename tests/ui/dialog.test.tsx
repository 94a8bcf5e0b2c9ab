import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect, useState, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { Dialog } from '#ui/Dialog.tsx';
import { show } from '#tests/support/screen.tsx';

/** Somebody whose key comes as soon as the dialog is on the page, before React has run its effects. */
function QuickEscape() {
  useLayoutEffect(() => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  }, []);
  return null;
}

it('FIN-15: Escape closes a dialog from the moment in which it is drawn', () => {
  const closed = vi.fn();
  show(
    <>
      <Dialog title="Bill" onClose={closed}>
        A bill
      </Dialog>
      <QuickEscape />
    </>,
  );
  expect(closed).toHaveBeenCalledOnce();
});

const MISSING = new TypeError('Failed to fetch dynamically imported module: /assets/pdf-x.js');

it.each([
  [MISSING, /^This part needs a connection the first time/],
  [new Error('Worker is not defined'), /^Something went wrong here.* Worker is not defined/],
])('a part of it that fails takes nothing else with it: %s', async (error, text) => {
  let fails = true;
  const Bill = (): ReactElement => {
    if (fails) throw error;
    return <p>The bill</p>;
  };
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const save = vi.fn();
  function Form(): ReactElement {
    const { register, getValues } = useForm({ defaultValues: { remarks: '' } });
    const [, setMore] = useState(false);
    return (
      <Dialog title="Expense" onClose={vi.fn()} footer={<button onClick={() => save(getValues())}>Submit</button>}>
        <input aria-label="Remarks" {...register('remarks')} />
        <button onClick={() => setMore(true)}>Show more</button>
        <Bill />
      </Dialog>
    );
  }
  show(<Form />);
  expect(within(screen.getByRole('dialog', { name: 'Expense' })).getByRole('alert')).toHaveTextContent(text);
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('The bill')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Remarks'), 'Lunch');
  fails = true;
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(save).toHaveBeenCalledWith({ remarks: 'Lunch' });
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByLabelText('Remarks')).toHaveValue('Lunch');
});
