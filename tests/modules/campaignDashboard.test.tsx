import { readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberConfig } from '#data/config.ts';
import { boardOf, type Board } from '#modules/campaigns/board.ts';
import { dashboardAddress, sandboxOf } from '#modules/campaigns/OwnDashboard.tsx';
import { ok, openCampaigns, refusal, signInOnline, someAnalytics } from '#tests/support/campaigns.tsx';

const configured = (analyticsUrl: string | null) => ({
  success: true as const,
  googleClientId: null,
  demo: false,
  baseUrls: { expense: '', auth: '', file: '' },
  analyticsUrl,
  pushPublicKey: null,
  orgTimeZone: 'Asia/Kolkata',
  version: 'test',
});
const frame = async (title: string): Promise<HTMLIFrameElement> =>
  (await screen.findByTitle(title)) as HTMLIFrameElement;

beforeEach(() => rememberConfig(configured(null)));

describe('the frame of a dashboard', () => {
  it('CAMP-12: of one campaign, 700 pixels high, with the name as params, in a sandbox without an origin', async () => {
    await signInOnline({ getConfig: configured(null), readCampaignAnalytics: ok(someAnalytics()) });
    await openCampaigns('/campaign-analytics/CMP1');
    const shown = await frame('Dashboard of Renewals in Kerala');
    expect([shown.getAttribute('height'), shown.getAttribute('sandbox')]).toEqual(['700', 'allow-scripts']);
    expect(shown.getAttribute('src')).toBe(
      `/dashboard.html?params=${encodeURIComponent('{"campaign_id":"Renewals in Kerala"}')}`,
    );
  });

  it('CAMP-12: of all campaigns, 1000 pixels high, without a filter', async () => {
    await signInOnline({
      getConfig: configured(null),
      readOverallAnalytics: ok(someAnalytics({ campaignId: null, campaignName: null, campaigns: 3 })),
    });
    await openCampaigns('/campaign-overall-analytics');
    const shown = await frame('Dashboard of all campaigns');
    expect([shown.getAttribute('height'), shown.getAttribute('src')]).toEqual(['1000', '/dashboard.html']);
  });

  it('CAMP-12: the configured one, with the same query, kept apart by its own origin', async () => {
    rememberConfig(configured('https://charts.example.com/board?tenant=7#top'));
    await signInOnline({ getConfig: configured('https://charts.example.com/board?tenant=7#top') });
    await openCampaigns('/campaign-analytics/CMP1');
    const shown = await frame('Dashboard of Renewals in Kerala');
    expect(shown.getAttribute('src')).toBe(
      'https://charts.example.com/board?tenant=7&params=%7B%22campaign_id%22%3A%22Renewals%20in%20Kerala%22%7D#top',
    );
    expect(shown.getAttribute('sandbox')).toContain('allow-same-origin');
    expect(sandboxOf('/own/board', window.location.origin)).toBe('allow-scripts');
    expect(dashboardAddress('https://charts.example.com/', null)).toBe('https://charts.example.com/');
  });

  it('CAMP-12 Z60: the figures go to the frame alone, through its own port, when it is of no origin', async () => {
    await signInOnline({ getConfig: configured(null), readCampaignAnalytics: ok(someAnalytics()) });
    await openCampaigns('/campaign-analytics/CMP1');
    const shown = await frame('Dashboard of Renewals in Kerala');
    const heard: string[] = [];
    const say = (who: string, source: Window | null, origin: string, type = 'DASHBOARD'): void => {
      const port = {
        postMessage: (board: Board) => heard.push(`${who}: ${board.charts.length} charts`),
        close: () => undefined,
      };
      const event = new MessageEvent('message', { data: { type }, origin, source });
      Object.defineProperty(event, 'ports', { value: [port] });
      window.dispatchEvent(event);
    };
    say('another window', window, 'null');
    say('nobody', null, 'null');
    say('the frame led elsewhere', shown.contentWindow, 'https://evil.test');
    say('the frame with another message', shown.contentWindow, 'null', 'OTHER');
    say('the frame', shown.contentWindow, 'null');
    expect(heard).toEqual(['the frame: 4 charts']);
  });

  it('a dashboard that could not be read says why', async () => {
    await signInOnline({
      getConfig: configured(null),
      readOverallAnalytics: refusal(500, 'INTERNAL', 'Something went wrong.'),
    });
    await openCampaigns('/campaign-overall-analytics');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The figures could not be loaded. Something went wrong.',
    );
  });
});

describe('what is drawn', () => {
  it('CAMP-12: the funnel, what each filter left, by mode, by what contacts share, and over time', () => {
    const { tiles, charts } = boardOf(someAnalytics(), 'dark');
    expect(tiles.map(({ label, text }) => `${label} ${text}`)).toEqual([
      'Companies 1,000',
      'Contacts 2,000',
      'Contacts delivered 2,000',
      'Companies called since 120',
      'Customers since 7',
    ]);
    expect(
      charts.map(
        ({ title, kind, rows }) =>
          `${title}, ${kind}: ${rows.map(({ label, texts }) => `${label} ${texts.join('/')}`).join('; ')}`,
      ),
    ).toEqual([
      'From companies to reachable contacts, bars: Companies 1,000/; Contacts 2,000/; ' +
        'Deliverable mails 3,000/150 %; Mobile numbers 4,000/200 %; Deliverable mobile numbers 9,000/450 %',
      'Remaining after each filter, bars: All companies 20,000/60,000; Turnover Range 1,000/2,000',
      'By mode, bars: Email 2,000/1',
      'By Industry Type, bars: Cement 1,500/600; Mining 500/300',
    ]);
    const all = boardOf(someAnalytics({ campaignId: null, campaigns: 2 }), 'light');
    expect(all.tiles[0]).toEqual({ label: 'Campaigns', text: '2' });
    expect(all.charts.map(({ title, kind, rows }) => `${title}, ${kind}: ${rows.length}`)).toEqual([
      'From companies to reachable contacts, bars: 5',
      'By mode, bars: 1',
      'Over time, columns: 1',
      'By Industry Type, bars: 2',
    ]);
    expect(boardOf(someAnalytics({ campaignId: null, campaigns: 0 }), 'light').empty).toMatch(
      /^There are no campaigns yet\./,
    );
  });

  const parent = vi.fn();
  const html = /<body>([^]*)<\/body>/.exec(readFileSync('public/dashboard.html', 'utf8'))?.[1] ?? '';
  /** Runs the page's script as the frame does; answers the port that it hands out. */
  function open(): MessagePort | undefined {
    document.body.innerHTML = html;
    parent.mockReset();
    vi.stubGlobal('parent', { postMessage: parent });
    new Function(readFileSync('public/dashboard.js', 'utf8'))();
    return (parent.mock.calls[0] as [object, string, MessagePort[]] | undefined)?.[2][0];
  }
  afterEach(() => {
    vi.unstubAllGlobals();
    document.body.innerHTML = '';
    delete document.documentElement.dataset['scheme'];
  });

  it('CAMP-12: the page announces itself to its own origin only, and draws its data as text, with tables', async () => {
    const port = open();
    expect(parent).toHaveBeenCalledWith({ type: 'DASHBOARD' }, window.location.origin, [port]);
    expect(document.body).toHaveTextContent('Waiting for the figures…');
    window.postMessage(boardOf(someAnalytics(), 'dark'), '*');
    port?.postMessage(
      boardOf(
        someAnalytics({
          breakdowns: [
            {
              filter: 'industryType',
              label: 'Industry Type',
              shares: [{ value: 'X', label: '<img src=x onerror=alert(1)>', companies: 1, contacts: 3 }],
            },
          ],
        }),
        'dark',
      ),
    );
    await waitFor(() => expect(document.querySelectorAll('section')).toHaveLength(4));
    expect(document.documentElement.dataset['scheme']).toBe('dark');
    expect(document.querySelector('img')).toBeNull();
    expect(document.body).toHaveTextContent('<img src=x onerror=alert(1)>');
    const tables = [...document.querySelectorAll('details table')];
    expect(tables.map((table) => table.getAttribute('aria-label'))).toEqual(
      [...document.querySelectorAll('h2')].map(({ textContent }) => textContent),
    );
    const folded = document.querySelector('details') as HTMLDetailsElement;
    folded.open = true;
    port?.postMessage(boardOf(someAnalytics(), 'light'));
    await waitFor(() => expect(document.documentElement.dataset['scheme']).toBe('light'));
    expect([...document.querySelectorAll('details')].map(({ open: unfolded }) => unfolded)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    port?.postMessage(boardOf(someAnalytics({ campaigns: 0 }), 'light'));
    await waitFor(() => expect(document.body).toHaveTextContent('There are no campaigns yet.'));
    port?.close();
  });
});
