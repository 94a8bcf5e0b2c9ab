import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { GstKeyRow } from '#contract/gstSettings.ts';
import { NOT_A_KEY } from '#domain/gstInvoice/settings.ts';
import { GstSettings } from '#modules/organisation/GstSettings.tsx';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { BUYER } from '#tests/support/gstCodes.ts';
import { ORG_ADMIN } from '#tests/support/peopleScreens.tsx';
import { showRoutes } from '#tests/support/screen.tsx';

vi.setConfig({ testTimeout: 60_000 });

const key: GstKeyRow = {
  keyId: 'GSK1',
  kid: 'EDC57DE1',
  publicKey: 'MIIBIjAN',
  validFrom: '2020-10-01',
  validTo: null,
  addedBy: 'Leela Thomas',
  addedAt: 0,
};
const settings = (keys: GstKeyRow[], gstins: string[] = []) => ok({ keys, gstins, version: 3 });
const open = () => showRoutes('/organisation', [{ path: '/organisation', Screen: GstSettings }]);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('GST-5 the keys on screen', () => {
  it('are told with their days, and which of them verify what', async () => {
    await signInAnswered(ORG_ADMIN, {
      getGstSettings: settings([
        key,
        { ...key, keyId: 'GSK2', kid: 'OLD', validTo: '2024-12-31' },
        { ...key, keyId: 'GSK3', kid: null, validTo: '2020-09-30', addedBy: null },
      ]),
    });
    await open();
    const list = await screen.findAllByRole('listitem');
    expect(list.map((row) => row.textContent)).toEqual([
      'EDC57DE1 In useFrom 01-10-2020 on · added by Leela ThomasLast day',
      'OLD Verifies old billsFrom 01-10-2020 to 31-12-2024 · added by Leela ThomasLast day',
      '…MIIBIjAN Verifies nothingFrom 01-10-2020 to 30-09-2020 · added by a command of the serverLast day',
    ]);
  });

  it('one is added; what is wrong stands beside its field', async () => {
    const pem = '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----';
    let refused = true;
    const asked = await signInAnswered(ORG_ADMIN, {
      getGstSettings: settings([]),
      addGstKey: () => (refused ? refusal(422, 'INVALID', NOT_A_KEY, { errors: { pem: NOT_A_KEY } }) : settings([key])),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add a key' }));
    const form = await dialog('Add a key');
    await userEvent.click(form.getByRole('button', { name: 'Add' }));
    expect(await form.findByText('Please enter the key')).toBeVisible();
    expect(form.getByText('Please enter the first day')).toBeVisible();
    await userEvent.click(form.getByLabelText('Key'));
    await userEvent.paste(pem);
    await userEvent.type(form.getByLabelText(/^Key id/), 'edc57de1');
    await userEvent.type(form.getByLabelText('First day'), '01102020');
    await userEvent.click(form.getByRole('button', { name: 'Add' }));
    expect(await form.findByText(NOT_A_KEY)).toBeVisible();
    refused = false;
    await userEvent.click(form.getByRole('button', { name: 'Add' }));
    await closed();
    expect(asked.findLast(({ name }) => name === 'addGstKey')?.body).toEqual({
      pem,
      kid: 'EDC57DE1',
      validFrom: '2020-10-01',
      validTo: null,
    });
  });

  it('one gets its last day', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      getGstSettings: settings([key]),
      endGstKey: settings([{ ...key, validTo: '2026-03-31' }]),
    });
    await open();
    await screen.findByRole('listitem');
    await press('Last day of EDC57DE1');
    const form = await dialog('Last day of the key');
    await userEvent.type(form.getByLabelText('Last day'), '01012020');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('At the earliest 30-09-2020: then it verifies nothing')).toBeVisible();
    await userEvent.clear(form.getByLabelText('Last day'));
    await userEvent.type(form.getByLabelText('Last day'), '31032026');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await closed();
    const sent = asked.find(({ name }) => name === 'endGstKey');
    expect([sent?.path, sent?.body]).toEqual(['/api/v1/organisation/gst/keys/GSK1/end', { validTo: '2026-03-31' }]);
  });
});

it('GST-6 the GSTINs are saved on the version that was read; a wrong one is named', async () => {
  const asked = await signInAnswered(ORG_ADMIN, {
    getGstSettings: settings([]),
    saveGstins: settings([], [BUYER]),
  });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the GSTINs' }));
  const form = await dialog('GSTINs of the organisation');
  await userEvent.type(form.getByLabelText(/^GSTINs/), '29AAAA');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('29AAAA is no GSTIN: its check digit does not agree')).toBeVisible();
  await userEvent.clear(form.getByLabelText(/^GSTINs/));
  await userEvent.type(form.getByLabelText(/^GSTINs/), BUYER.toLowerCase());
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await closed();
  const sent = asked.find(({ name }) => name === 'saveGstins');
  expect([sent?.body, sent?.headers.get('If-Match')]).toEqual([{ gstins: [BUYER] }, '"3"']);
});
