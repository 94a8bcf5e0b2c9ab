import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { useForm } from 'react-hook-form';
import type { ReactElement } from 'react';
import { online } from '#data/online.ts';
import { FormCity } from '#form/FormCity.tsx';
import { show, signInOffline } from '#tests/support/screen.tsx';
import { closeToast, currentToasts } from '#ui/toast.ts';

// A device that could not fetch the list of cities asks the server.
vi.mock('#domain/citySearch.ts', async (original) => ({
  ...(await original<object>()),
  indianCities: () => Promise.reject(new Error('Not here.')),
}));

function Form(): ReactElement {
  const { control } = useForm({ defaultValues: { departureCity: '' } });
  return <FormCity control={control} name="departureCity" label="Departure city" />;
}

beforeEach(() => signInOffline());

it('LIST-17: a look-up that fails shows its toast once, and again only after one that succeeded', async () => {
  const user = userEvent.setup();
  let broken = true;
  let asked = 0;
  globalThis.fetch = async () => {
    asked += 1;
    return broken
      ? Response.json({ success: false, code: 'INTERNAL', message: 'Something went wrong.' }, { status: 500 })
      : Response.json({ success: true, data: [{ city: 'Pune', state: 'Maharashtra' }] });
  };
  online.sawAnswer();
  show(<Form />);
  const field = screen.getByRole('combobox', { name: 'Departure city' });
  const toasts = () => screen.queryAllByText('Something went wrong.');
  await user.type(field, 'pu');
  await waitFor(() => expect(toasts()).toHaveLength(1));
  for (const { id } of currentToasts()) closeToast(id);
  await user.type(field, 'n');
  await waitFor(() => expect(asked).toBeGreaterThan(1));
  expect(toasts()).toHaveLength(0);
  broken = false;
  await user.type(field, 'e');
  await screen.findByRole('option', { name: /^Pune/ });
  broken = true;
  await user.type(field, 'x');
  await waitFor(() => expect(toasts()).toHaveLength(1));
}, 60_000);
