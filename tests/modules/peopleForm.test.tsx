import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { aPerson, AROUND, aRow, openPeople, ORG_ADMIN, page } from '#tests/support/peopleScreens.tsx';

vi.setConfig({ testTimeout: 60_000 });

const form = async (name: string) => {
  const dialog = within(await screen.findByRole('dialog', { name }));
  await dialog.findByLabelText('Name');
  return dialog;
};
const add = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Add person' }));
  return form('Add person');
};
const edit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  return form('Edit person');
};
const zubin = aPerson({ personId: 'PRS9', name: 'Zubin Irani', email: 'zubin@example.com', employeeCode: 'KH9001' });

describe('ORG-10 putting somebody in', () => {
  it('ORG-2 is judged by the server’s rule, and sent once with everything', async () => {
    const asked = await signInAnswered(ORG_ADMIN, { listPeople: page([aRow()]), createPerson: ok(zubin) });
    await openPeople('/people');
    const dialog = await add();
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    for (const text of ['the name', 'the e-mail address', 'the employee code'])
      expect(await dialog.findByText(`Please enter ${text}`)).toBeInTheDocument();
    expect(dialog.getByLabelText('Name')).toHaveFocus();
    await userEvent.type(dialog.getByLabelText('Name'), 'Zubin Irani');
    await userEvent.type(dialog.getByLabelText('E-mail'), 'zubin');
    await userEvent.type(dialog.getByLabelText('Employee code'), 'KH9001');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Joined on' }), '3113');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    expect(await dialog.findByText('This is not an e-mail address')).toBeInTheDocument();
    expect(dialog.getByText('This is not a date')).toBeInTheDocument();
    await userEvent.type(dialog.getByLabelText('E-mail'), '@example.com');
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Joined on' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Manager' }), 'ravi');
    await userEvent.click(await dialog.findByRole('button', { name: /^Ravi Menon/ }));
    expect(dialog.getByRole('textbox', { name: 'Manager' })).toHaveValue('manager@example.com');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Finance' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Zubin Irani is in the directory.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = asked.filter(({ name }) => name === 'createPerson');
    expect(sent.map(({ body }) => body)).toEqual([
      {
        name: 'Zubin Irani',
        email: 'zubin@example.com',
        employeeCode: 'KH9001',
        manager: 'manager@example.com',
        roles: ['finance'],
        costCentre: '',
        grade: '',
        baseLocation: '',
        joinedOn: null,
      },
    ]);
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{16,}$/);
    // What was sent is no draft any more.
    expect((await add()).getByLabelText('Name')).toHaveValue('');
  });

  it('shows what the server refuses beside its field, and loses nothing that was typed', async () => {
    const taken = { errors: { employeeCode: 'Asha Nair has this employee code' } };
    const asked = await signInAnswered(ORG_ADMIN, {
      listPeople: page([]),
      createPerson: () => refusal(422, 'INVALID_REQUEST', 'Asha Nair has this employee code', taken),
    });
    await openPeople('/people');
    const dialog = await add();
    await userEvent.type(dialog.getByLabelText('Name'), 'Zubin Irani');
    await userEvent.type(dialog.getByLabelText('E-mail'), 'zubin@example.com');
    await userEvent.type(dialog.getByLabelText('Employee code'), 'KH1001');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    expect(await dialog.findByText('Asha Nair has this employee code')).toBeInTheDocument();
    await waitFor(() => expect(dialog.getByLabelText('Employee code')).toHaveFocus());
    expect(dialog.getByLabelText('Employee code')).toBeInvalid();
    expect(dialog.getByLabelText('Name')).toHaveValue('Zubin Irani');
    expect(asked.filter(({ name }) => name === 'createPerson')).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    const again = await add();
    await waitFor(() => expect(again.getByLabelText('Employee code')).toHaveValue('KH1001'));
    await userEvent.click(again.getByRole('button', { name: 'Start afresh' }));
    expect(again.getByLabelText('Employee code')).toHaveValue('');
  });

  it('DR-1 what was typed comes back, and a lost answer is asked for under the same key', async () => {
    const keys: (string | null)[] = [];
    await signInAnswered(ORG_ADMIN, {
      listPeople: page([]),
      createPerson: ({ headers }) => {
        keys.push(headers.get('idempotency-key'));
        if (keys.length === 1) throw new TypeError('The answer was lost.');
        return ok(zubin);
      },
    });
    await openPeople('/people');
    const dialog = await add();
    await userEvent.type(dialog.getByLabelText('Name'), 'Zubin Irani');
    await userEvent.type(dialog.getByLabelText('E-mail'), 'zubin@example.com');
    await userEvent.type(dialog.getByLabelText('Employee code'), 'KH9001');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'No network. Please try again when you are online. The person is NOT saved; the form keeps what you typed.',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await add();
    await waitFor(() => expect(again.getByLabelText('Name')).toHaveValue('Zubin Irani'));
    await userEvent.click(again.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);
  });
});

// Another person in each: drafts stay on the device.
describe('changing somebody', () => {
  it('ORG-4 a manager with reports keeps the role, which the form says itself', async () => {
    const asked = await signInAnswered(ORG_ADMIN, { ...AROUND, getPerson: ok(aPerson({ personId: 'PRS11' })) });
    await openPeople('/people/PRS11');
    const dialog = await edit();
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Manager' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(
      await dialog.findByText('2 people report to this manager. Please give them another manager first.'),
    ).toBeInTheDocument();
    expect(asked.some(({ name }) => name === 'updatePerson')).toBe(false);
  });

  it('ORG-7 what the identity provider keeps is shown and not typed', async () => {
    const keptFields = ['name', 'email', 'employeeCode', 'manager', 'costCentre'];
    const kept = aPerson({ personId: 'PRS12', source: 'SCIM', keptFields });
    await signInAnswered(ORG_ADMIN, { ...AROUND, getPerson: ok(kept) });
    await openPeople('/people/PRS12');
    const dialog = await edit();
    for (const name of ['Name', 'E-mail', 'Employee code', 'Cost centre', 'Manager']) {
      const field = dialog.getByRole('textbox', { name });
      expect(field).toHaveAttribute('readonly');
      expect(field).toHaveAccessibleDescription('Kept by the identity provider');
    }
    expect(dialog.getByRole('textbox', { name: 'Grade' })).not.toHaveAttribute('readonly');
  });

  it('ORG-7 what the identity provider has not said is typed', async () => {
    const kept = aPerson({ personId: 'PRS13', source: 'SCIM', keptFields: ['name', 'email'] });
    await signInAnswered(ORG_ADMIN, { ...AROUND, getPerson: ok(kept) });
    await openPeople('/people/PRS13');
    const dialog = await edit();
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAttribute('readonly');
    for (const name of ['Employee code', 'Cost centre', 'Manager'])
      expect(dialog.getByRole('textbox', { name })).not.toHaveAttribute('readonly');
  });

  it.each(['Send mine', "Keep the server's"])('ORG-11 of two versions one is chosen: %s', async (choice) => {
    const personId = choice === 'Send mine' ? 'PRS21' : 'PRS22';
    const theirs = aPerson({ personId, version: 4, grade: 'M4', costCentre: 'Sales' });
    const asked = await signInAnswered(ORG_ADMIN, {
      ...AROUND,
      getPerson: ok(aPerson({ personId })),
      updatePerson: ({ headers }) =>
        headers.get('if-match') === '"3"'
          ? refusal(409, 'VERSION_CONFLICT', 'This was changed meanwhile.', { current: theirs })
          : ok(aPerson({ personId, version: 5, grade: 'M5' })),
    });
    await openPeople(`/people/${personId}`);
    const dialog = await edit();
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Grade' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Grade' }), 'M5');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    const both = within(await screen.findByRole('dialog', { name: 'Two versions' }));
    expect(both.getByRole('row', { name: 'Grade M5 M4' })).toBeInTheDocument();
    expect(both.getByRole('row', { name: 'Cost centre Field Sales South Sales' })).toBeInTheDocument();
    await userEvent.click(both.getByRole('button', { name: choice }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = asked.filter(({ name }) => name === 'updatePerson').map(({ headers }) => headers.get('if-match'));
    expect(sent).toEqual(choice === 'Send mine' ? ['"3"', '"4"'] : ['"3"']);
  });

  it('ORG-11 who chooses neither keeps the form', async () => {
    await signInAnswered(ORG_ADMIN, {
      ...AROUND,
      getPerson: ok(aPerson({ personId: 'PRS14' })),
      updatePerson: () =>
        refusal(409, 'VERSION_CONFLICT', 'This was changed meanwhile.', {
          current: aPerson({ personId: 'PRS14', version: 4 }),
        }),
    });
    await openPeople('/people/PRS14');
    const dialog = await edit();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Grade' }), '5');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByRole('dialog', { name: 'Two versions' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Two versions' })).toBeNull());
    expect(dialog.getByRole('textbox', { name: 'Grade' })).toHaveValue('M35');
    expect(await dialog.findByRole('alert')).toHaveTextContent('This was changed meanwhile.');
  });
});
