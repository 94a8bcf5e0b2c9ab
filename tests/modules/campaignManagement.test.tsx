import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { rememberConfig } from '#data/config.ts';
import { NO_ROLES, setSession } from '#data/sessionStore.ts';
import { online } from '#data/online.ts';
import { CaseManagement } from '#modules/campaigns/screens/CaseManagement.tsx';
import {
  aCampaignInTheMaking,
  aCampaignRow,
  CAMPAIGN_MANAGER,
  ok,
  openCampaigns,
  refusal,
  signInOnline,
} from '#tests/support/campaigns.tsx';
import { showRoutes } from '#tests/support/screen.tsx';
import { setWindowWidth } from '#tests/support/screens.ts';

const page = (rows: object[], totalElements = rows.length) => ok(rows, { totalElements });
const ROWS = [
  aCampaignRow(),
  aCampaignInTheMaking({ campaignId: 'CMP2', campaignName: 'New mines' }),
  aCampaignRow({
    campaignId: 'CMP3',
    campaignName: 'Theirs',
    mayChange: false,
    userName: 'Rohan Das',
    campaignMode: ['WHATSAPP'],
  }),
];
const CONFIG = {
  success: true as const,
  googleClientId: null,
  demo: false,
  baseUrls: { expense: '', auth: '', file: '' },
  analyticsUrl: null,
  pushPublicKey: null,
  orgTimeZone: 'Asia/Kolkata',
  version: 'test',
};
const rowOf = async (id: string) => within(await screen.findByRole('row', { name: id }));
const names = (row: Awaited<ReturnType<typeof rowOf>>) =>
  row.getAllByRole('button').map((each) => each.getAttribute('aria-label'));

describe('Campaign Management', () => {
  it('CAMP-13 CAMP-6: the table with its eight columns; what is being made offers only to be viewed', async () => {
    const asked = await signInOnline({ findAllCampaigns: page(ROWS) });
    await openCampaigns('/campaignManagement');
    const first = await rowOf('CMP1');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Id',
      'Campaign Name',
      'Campaign Mode',
      'Total CSV Count',
      'Status',
      'Created On',
      'Created By',
      'Actions',
    ]);
    expect(
      [...(screen.getByRole('row', { name: 'CMP1' }).children ?? [])].slice(0, 7).map(({ textContent }) => textContent),
    ).toEqual(['CMP1', 'Renewals in Kerala', 'Email, Call', '2,000', 'Ready', '01-07-2026 06:30', 'Kavya Rao']);
    expect(names(first)).toEqual([
      'View CMP1',
      'Edit CMP1',
      'Delete CMP1',
      'Download CMP1',
      'Rerun CMP1',
      'Analytics CMP1',
    ]);
    expect(names(await rowOf('CMP2'))).toEqual(['View CMP2']);
    const [list] = asked.filter(({ name }) => name === 'findAllCampaigns');
    expect(Object.fromEntries(list?.query ?? [])).toMatchObject({
      pageSize: '25',
      pageNumber: '0',
      email: expect.stringMatching(/^kavya/),
    });
  });

  it.each([
    ['View', '/campaign/CMP1'],
    ['Edit', '/editCampaign/CMP1'],
    ['Rerun', '/rerunCampaign/CMP1'],
    ['Analytics', '/campaign-analytics/CMP1'],
  ])('CAMP-13: %s leads to %s', async (action, path) => {
    await signInOnline({ findAllCampaigns: page(ROWS) });
    const router = await openCampaigns('/campaignManagement');
    await userEvent.click((await rowOf('CMP1')).getByRole('button', { name: `${action} CMP1` }));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  it.each([
    ['Create Campaign', '/createCampaign'],
    ['Overall Analytics', '/campaign-overall-analytics'],
  ])('CAMP-13: %s leads to %s', async (name, path) => {
    await signInOnline({ findAllCampaigns: page([]) });
    const router = await openCampaigns('/campaignManagement');
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  it('CAMP-13: another page at its top, another size at the first page', async () => {
    const user = userEvent.setup();
    const asked = await signInOnline({ findAllCampaigns: page(ROWS, 230) });
    // The number of pages is known before the rows of one are asked for.
    const wasAsked = (...pages: string[]) =>
      waitFor(() =>
        expect(
          asked
            .filter(({ name }) => name === 'findAllCampaigns')
            .map(({ query }) => `${query.get('pageSize')} ${query.get('pageNumber')}`),
        ).toEqual(pages),
      );
    const router = await openCampaigns('/campaignManagement');
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe('?page=1'));
    expect(await screen.findByText('Page 2 of 10 · 230 in all')).toBeInTheDocument();
    await wasAsked('25 0', '25 1');
    await user.selectOptions(screen.getByLabelText('Rows per page'), '50');
    await waitFor(() => expect(router.state.location.searchStr).toBe('?page=0&size=50'));
    expect(await screen.findByText('Page 1 of 5 · 230 in all')).toBeInTheDocument();
    await wasAsked('25 0', '25 1', '50 0');
  });

  it('CAMP-13: deleting asks first, is done on the version that was seen, and says so', async () => {
    const user = userEvent.setup();
    const asked = await signInOnline({ findAllCampaigns: page(ROWS), deleteCampaign: ok({ campaignId: 'CMP1' }) });
    await openCampaigns('/campaignManagement');
    const remove = (await rowOf('CMP1')).getByRole('button', { name: 'Delete CMP1' });
    await user.click(remove);
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Delete this campaign?' })).getByRole('button', {
        name: 'Cancel',
      }),
    );
    expect(asked.some(({ name }) => name === 'deleteCampaign')).toBe(false);
    await user.click(remove);
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Delete this campaign?' })).getByRole('button', {
        name: 'Delete',
      }),
    );
    expect(await screen.findByText('“Renewals in Kerala” is deleted.')).toBeInTheDocument();
    const gone = asked.find(({ name }) => name === 'deleteCampaign');
    expect([gone?.query.get('campaignId'), gone?.headers.get('if-match')]).toEqual(['CMP1', '"3"']);
  });

  it('CAMP-7: another’s campaign can be neither edited nor deleted, and it says whose it is', async () => {
    const user = userEvent.setup();
    await signInOnline({ findAllCampaigns: page(ROWS) });
    const router = await openCampaigns('/campaignManagement');
    const theirs = await rowOf('CMP3');
    for (const action of ['Edit', 'Delete']) {
      expect(theirs.getByRole('button', { name: `${action} CMP3` })).toHaveAccessibleDescription(
        'Only Rohan Das can change this campaign.',
      );
      await user.click(theirs.getByRole('button', { name: `${action} CMP3` }));
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.pathname).toBe('/campaignManagement');
  });

  it('CAMP-10: a download opens a signed address; a failure is logged, shown beside it, without a toast', async () => {
    const user = userEvent.setup();
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const opened: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      opened.push(this.getAttribute('href') ?? '');
    });
    let refuse = false;
    const asked = await signInOnline({
      findAllCampaigns: page(ROWS),
      signedReportUrl: () =>
        refuse ? refusal(404, 'NOT_FOUND', 'Nothing here, or not yours') : ok('/api/v1/file/report?signature=x'),
    });
    await openCampaigns('/campaignManagement');
    const download = (await rowOf('CMP1')).getByRole('button', { name: 'Download CMP1' });
    await user.click(download);
    await waitFor(() => expect(opened).toEqual(['/api/v1/file/report?signature=x']));
    expect(asked.find(({ name }) => name === 'signedReportUrl')?.query.get('s3url')).toBe('s3://reports/CMP1.csv');
    // Where the expense service stands elsewhere, so does the file.
    rememberConfig({ ...CONFIG, baseUrls: { ...CONFIG.baseUrls, expense: 'https://expense.example.com' } });
    await user.click(download);
    await waitFor(() => expect(opened[1]).toBe('https://expense.example.com/api/v1/file/report?signature=x'));
    rememberConfig(CONFIG);
    refuse = true;
    await user.click(download);
    await waitFor(() => expect(said).toHaveBeenCalled());
    expect(opened).toHaveLength(2);
    expect(
      (await rowOf('CMP1')).getByText('The report file could not be fetched. Nothing here, or not yours'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
    click.mockRestore();
    said.mockRestore();
  });

  it('CAMP-13: on a phone the campaigns are cards', async () => {
    setWindowWidth(360);
    await signInOnline({ findAllCampaigns: page(ROWS) });
    await openCampaigns('/campaignManagement');
    const card = within(await screen.findByRole('listitem', { name: 'CMP1 Renewals in Kerala' }));
    expect(card.getByText('Email, Call · 2,000 in the file')).toBeInTheDocument();
    expect(names(card)).toHaveLength(6);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('CAMP-18: without a network it says so; what the device has can be looked at', async () => {
    const user = userEvent.setup();
    await signInOnline({ findAllCampaigns: page(ROWS) });
    await openCampaigns('/campaignManagement');
    const first = await rowOf('CMP1');
    for (let n = 0; n < 3; n += 1) online.sawFailure();
    expect(await screen.findByText(/^Campaigns need a network/)).toBeInTheDocument();
    expect(first.getByRole('button', { name: 'View CMP1' })).not.toHaveAttribute('aria-disabled');
    await user.click(first.getByRole('button', { name: 'Delete CMP1' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(first.getByRole('button', { name: 'Rerun CMP1' })).toHaveAccessibleDescription('This needs a connection.');
  });
});

describe('Case management', () => {
  const open = () =>
    showRoutes('/caseManagement', [
      { path: '/caseManagement', Screen: CaseManagement },
      { path: '/not-found', Screen: () => <p>Nothing for you</p> },
    ]);

  it('HOME-3: says where it leads, which is the configured address and no other', async () => {
    await signInOnline();
    setSession({
      ...CAMPAIGN_MANAGER,
      roles: {
        ...NO_ROLES,
        isCaseManagement: true,
        isCaseManagementEnabled: true,
        redirectUrl: `${window.location.origin}/#cases`,
      },
    });
    await open();
    expect(await screen.findByText(/^You leave Kharcha for case management at localhost/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open it now' })).toHaveAttribute(
      'href',
      `${window.location.origin}/#cases`,
    );
    expect(window.location.hash).toBe('#cases');
  });

  it.each([
    { isCaseManagementEnabled: false, redirectUrl: 'https://cases.example.com' },
    { isCaseManagementEnabled: true, redirectUrl: 'javascript:alert(1)' },
  ])('HOME-3: without one there is nothing here: %o', async (flags) => {
    await signInOnline();
    setSession({ ...CAMPAIGN_MANAGER, roles: { ...NO_ROLES, isCaseManagement: true, ...flags } });
    await open();
    expect(await screen.findByText('Nothing for you')).toBeInTheDocument();
  });
});
