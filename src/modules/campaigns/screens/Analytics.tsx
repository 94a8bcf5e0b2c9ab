import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { readCampaignAnalytics, readOverallAnalytics } from '#contract/calls/campaigns.ts';
import type { CampaignAnalytics as Figures } from '#contract/campaign.ts';
import { configOptions } from '#data/loadConfig.ts';
import { useOnline } from '#data/online.ts';
import { readOptions } from '#data/query.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useNamePage } from '#ui/pageTitle.ts';
import styles from '../Campaigns.module.css';
import { dashboardAddress, OwnDashboard, sandboxOf } from '../OwnDashboard.tsx';
import { Toolbar } from '../Toolbar.tsx';
import { useCampaign } from '../queries.ts';

const CAMPAIGN_HEIGHT = 700;
const OVERALL_HEIGHT = 1_000;

/** What became of one campaign (CAMP-12). */
export function CampaignAnalytics(): ReactElement {
  const { campaignId = '' } = useParams({ strict: false }) as { campaignId?: string };
  const campaign = useCampaign(campaignId);
  const name = campaign.data?.data.campaignName ?? null;
  useNamePage(name);
  const { analyticsUrl, known } = useDashboard();
  const figures = useQuery({
    ...readOptions(readCampaignAnalytics, { parts: { campaignId } }),
    enabled: known && analyticsUrl === null,
  });
  return (
    <Page>
      {analyticsUrl === null ? (
        <Own query={figures} title={name === null ? 'Dashboard' : `Dashboard of ${name}`} height={CAMPAIGN_HEIGHT} />
      ) : (
        <Loaded query={campaign} what="This campaign">
          {({ data }) => (
            <Configured
              address={dashboardAddress(analyticsUrl, data.campaignName)}
              title={`Dashboard of ${data.campaignName}`}
              height={CAMPAIGN_HEIGHT}
            />
          )}
        </Loaded>
      )}
    </Page>
  );
}

/** What became of all campaigns together. */
export function OverallAnalytics(): ReactElement {
  const { analyticsUrl, known } = useDashboard();
  const figures = useQuery({ ...readOptions(readOverallAnalytics), enabled: known && analyticsUrl === null });
  return (
    <Page>
      {analyticsUrl === null ? (
        <Own query={figures} title="Dashboard of all campaigns" height={OVERALL_HEIGHT} />
      ) : (
        <Configured
          address={dashboardAddress(analyticsUrl, null)}
          title="Dashboard of all campaigns"
          height={OVERALL_HEIGHT}
        />
      )}
    </Page>
  );
}

/** The dashboard that is configured, or null for our own; not `known` until the configuration is there. */
function useDashboard(): { analyticsUrl: string | null; known: boolean } {
  const { data } = useQuery(configOptions());
  return { analyticsUrl: data?.analyticsUrl ?? null, known: data !== undefined };
}

function Page({ children }: { children: ReactElement }): ReactElement {
  const online = useOnline();
  return (
    <div className={styles.page}>
      <Toolbar />
      {online ? (
        children
      ) : (
        <Notice tone="wait" icon="cloudOff" role="status">
          The dashboard needs a connection. It reloads when you are online.
        </Notice>
      )}
    </div>
  );
}

const Configured = ({ address, title, height }: { address: string; title: string; height: number }): ReactElement => (
  <iframe
    className={styles.board}
    title={title}
    src={address}
    sandbox={sandboxOf(address, window.location.origin)}
    referrerPolicy="no-referrer"
    height={height}
  />
);

const Own = ({
  query,
  ...rest
}: {
  query: UseQueryResult<{ data: Figures }>;
  title: string;
  height: number;
}): ReactElement => (
  <Loaded query={query} what="The figures">
    {({ data }) => <OwnDashboard analytics={data} {...rest} />}
  </Loaded>
);
