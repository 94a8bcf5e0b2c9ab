import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { useForm } from 'react-hook-form';
import { FormCity } from '#form/FormCity.tsx';
import { Action } from '#ui/Action.tsx';
import { useState, type ReactElement } from 'react';
import { show, signInOffline } from '#tests/support/screen.tsx';

function Form({ start = '', abroad = false }: { start?: string; abroad?: boolean }): ReactElement {
  const form = useForm({ defaultValues: { departureCity: start } });
  const [sent, setSent] = useState<string>();
  return (
    <form onSubmit={(event) => void form.handleSubmit((values) => setSent(values.departureCity))(event)}>
      <FormCity control={form.control} name="departureCity" label="Departure city" abroad={abroad} />
      <Action look="primary" type="submit">
        Submit
      </Action>
      <output>{sent === undefined ? 'nothing sent' : `sent ${sent}`}</output>
    </form>
  );
}

const city = () => screen.getByRole('combobox', { name: 'Departure city' });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit' }));

describe('a city of a form', () => {
  beforeEach(async () => {
    await signInOffline();
  });

  it('LIST-15: searches as typed and offers nothing for no text', async () => {
    const user = userEvent.setup();
    show(<Form />);
    await user.click(city());
    expect(city()).toHaveAttribute('aria-expanded', 'false');
    await user.type(city(), 'navi m');
    const option = await screen.findByRole('option', { name: /^Navi Mumbai/ });
    expect(within(option).getByText('Maharashtra')).toBeInTheDocument();
    expect(city()).toHaveAttribute('aria-expanded', 'true');
    await user.clear(city());
    expect(city()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('LIST-15: is chosen by pointer, and by keyboard alone', async () => {
    const user = userEvent.setup();
    show(<Form />);
    await user.type(city(), 'jaipu');
    await user.click(await screen.findByRole('option', { name: /^Jaipur/ }));
    expect(city()).toHaveValue('Jaipur');
    await user.clear(city());
    await user.type(city(), 'nagp');
    const options = await screen.findAllByRole('option');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(city()).toHaveAttribute('aria-activedescendant', options[0]?.id);
    expect(options[0]).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Enter}');
    expect(city()).toHaveValue('Nagpur');
    expect(screen.getByText('nothing sent')).toBeInTheDocument();
    await submit();
    expect(await screen.findByText('sent Nagpur')).toBeInTheDocument();
  });

  it('LIST-16: text that is no city is refused when the field is left, stays to be seen, and is not sent', async () => {
    const user = userEvent.setup();
    show(<Form />);
    await user.type(city(), 'Punx');
    await screen.findByText('No such city', { selector: 'p' });
    await user.tab();
    expect(await screen.findByText('Please choose a city from the list')).toBeInTheDocument();
    expect(city()).toHaveValue('Punx');
    expect(city()).toHaveAttribute('aria-invalid', 'true');
    await submit();
    expect(await screen.findByText('sent')).toBeInTheDocument();
  });

  it('LIST-16: the whole name of a city is that city, however it is written', async () => {
    const user = userEvent.setup();
    show(<Form />);
    await user.type(city(), ' puNÉ ');
    await user.tab();
    await waitFor(() => expect(city()).toHaveValue('Pune'));
    await submit();
    expect(await screen.findByText('sent Pune')).toBeInTheDocument();
  });

  it('LIST-16: a city on the record stays valid though no list has it, also when it is typed again', async () => {
    const user = userEvent.setup();
    show(<Form start="Kharghar West Extension" />);
    await user.click(city());
    await user.tab();
    expect(city()).toHaveValue('Kharghar West Extension');
    await user.clear(city());
    await user.type(city(), 'kharghar west extension');
    await user.tab();
    await waitFor(() => expect(city()).toHaveValue('Kharghar West Extension'));
    expect(screen.queryByText('Please choose a city from the list')).toBeNull();
  });

  it('Escape takes back what was typed', async () => {
    const user = userEvent.setup();
    show(<Form start="Pune" />);
    await user.type(city(), 'xx{Escape}');
    expect(city()).toHaveValue('Pune');
  });

  it('LIST-16: abroad, what was typed may be used as it stands', async () => {
    const user = userEvent.setup();
    show(<Form abroad />);
    await user.type(city(), 'Ulan Bator');
    await user.click(await screen.findByRole('option', { name: 'Use “Ulan Bator”' }));
    await submit();
    expect(await screen.findByText('sent Ulan Bator')).toBeInTheDocument();
  });
});
