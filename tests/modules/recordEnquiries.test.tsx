import { hashKey } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { searchEnquiries } from '#contract/calls/records.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { Enquiry } from '#contract/record.ts';
import { outbox } from '#data/entries.ts';
import { listOptions } from '#data/query.ts';
import { keepAnswer } from '#data/readCache.ts';
import { EnquiryActions } from '#modules/enquiries/EnquiryActions.tsx';
import { EnquiriesPage } from '#modules/enquiries/screens/EnquiriesPage.tsx';
import { RecordPage } from '#modules/records/screens/RecordPage.tsx';
import { anEnquiry } from '#tests/support/anEnquiry.ts';
import { anEntry } from '#tests/support/entries.ts';
import { show, showRoutes, signInOffline } from '#tests/support/screen.tsx';
import { keepAsked } from './recordFixtures.tsx';

const keepListed = (state: 'open' | 'closed', rows: Enquiry[]) =>
  keepAnswer(
    hashKey(listOptions(searchEnquiries, { query: { state }, list: { pageSize: PAGE_SIZE, pageNumber: 0 } }).queryKey),
    { rows, total: rows.length, asOf: Date.now(), from: 'network' },
    Date.now(),
  );

beforeEach(async () => {
  await signInOffline();
  await keepAsked([]);
});

describe('NAV-7 enquiries, without network', () => {
  const open = () =>
    showRoutes('/enquiries/open', [
      { path: '/enquiries/$tab', Screen: EnquiriesPage },
      { path: '/detail/$id/$tab', Screen: RecordPage },
    ]);

  it('ENQ-2 answers in place; what was typed is judged by the rule', async () => {
    const user = userEvent.setup();
    const row = anEnquiry({ question: 'Why two bills?', version: 3 });
    await keepListed('open', [row]);
    await open();
    const card = await screen.findByRole('listitem', { name: /Why two bills/ });
    expect(within(card).getByText('Waits for your answer')).toBeInTheDocument();
    expect(within(card).getByRole('link')).toHaveAttribute('href', '/detail/EXP1/enquiries');
    await user.click(within(card).getByRole('button', { name: 'Answer' }));
    await user.click(within(card).getByRole('button', { name: 'Send answer' }));
    expect(await within(card).findByText('Please enter an answer')).toBeInTheDocument();
    await user.type(within(card).getByLabelText('Answer'), 'Two months.');
    await user.click(within(card).getByRole('button', { name: 'Send answer' }));
    // The field says it too until the form is gone.
    await waitFor(() => expect(within(card).queryByLabelText('Answer')).toBeNull());
    expect(within(card).getByText('Two months.')).toBeInTheDocument();
    expect(await (await outbox()).list()).toMatchObject([
      { endpoint: 'answerEnquiry', ifMatch: 3, body: { answer: 'Two months.' } },
    ]);
  });

  it('OB-10 an answer that was refused because another one came first is mended beside that one', async () => {
    const row = anEnquiry({ answer: 'Two months.', version: 1 });
    const refusal = {
      status: 409,
      code: 'VERSION_CONFLICT',
      message: 'This was changed meanwhile.',
      current: { ...row, answer: 'One was for the old phone.', version: 2 },
    };
    const entry = anEntry({
      state: 'needsYou',
      endpoint: 'answerEnquiry',
      base: row,
      body: { answer: 'Two months.' },
      record: { kind: 'enquiry', id: row.enquiryId },
      refusal,
    });
    show(<EnquiryActions item={{ key: row.enquiryId, row, entry }} writing onWriting={() => undefined} />);
    expect(await screen.findByLabelText('Answer')).toHaveValue('Two months.');
    expect(screen.getByText(/One was for the old phone\./)).toBeInTheDocument();
  });

  it('OB-10 a closing refused because an answer came first: both are shown, without a plain retry', async () => {
    const user = userEvent.setup();
    const row = anEnquiry({ version: 1, mayClose: true });
    const refusal = {
      status: 409,
      code: 'VERSION_CONFLICT',
      message: 'This was changed meanwhile.',
      current: { ...row, answer: 'One was for the old phone.', version: 2 },
    };
    const entry = anEntry({
      state: 'needsYou',
      endpoint: 'closeEnquiry',
      base: row,
      body: {},
      record: { kind: 'enquiry', id: row.enquiryId },
      refusal,
    });
    show(<EnquiryActions item={{ key: row.enquiryId, row, entry }} writing={false} onWriting={() => undefined} />);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'See both' }));
    expect(await screen.findByText('One was for the old phone.')).toBeInTheDocument();
    for (const name of ["Keep the server's", 'Send mine']) expect(screen.getByRole('button', { name })).toBeEnabled();
  });

  it('LIST-8 nothing open says so', async () => {
    await keepListed('open', []);
    await open();
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
  });
});
