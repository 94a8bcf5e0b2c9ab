import { useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import type { Campaign } from '#contract/campaign.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { useSession } from '#data/session.ts';
import { BEING_MADE, NOT_MADE } from '#domain/campaign.ts';
import { formatCount } from '#domain/money.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { Notice } from '#ui/Notice.tsx';
import { momentText } from '#ui/moments.ts';
import { useNamePage } from '#ui/pageTitle.ts';
import { Tag } from '#ui/Tag.tsx';
import { toast } from '#ui/toast.ts';
import { CampaignFilters } from '../CampaignFilters.tsx';
import styles from '../Campaigns.module.css';
import { SECTIONS } from '../layout.ts';
import { Results } from '../Results.tsx';
import { Side, Toolbar } from '../Toolbar.tsx';
import { STATUSES } from '../CampaignTable.tsx';
import { useCampaign } from '../queries.ts';
import { useDownload } from '../useDownload.ts';
import { filtersOf, isChosen, valuesOf } from '../values.ts';

/** One campaign, to be looked at (CAMP-14). */
export function ViewCampaign(): ReactElement {
  const { campaignId = '' } = useParams({ strict: false }) as { campaignId?: string };
  const query = useCampaign(campaignId);
  useNamePage(query.data?.data.campaignName ?? null);
  if (query.data) return <Shown key={query.data.data.version} campaign={query.data.data} />;
  return (
    <div className={styles.page}>
      <Toolbar />
      <Loaded query={query} what="This campaign">
        {() => null}
      </Loaded>
    </div>
  );
}

function Shown({ campaign }: { campaign: Campaign }): ReactElement {
  const navigate = useNavigate();
  const online = useOnline();
  const { timeZone } = useSession();
  const { busy, problem, download } = useDownload();
  const [values] = useState(() => valuesOf(filtersOf(campaign)));
  const { control } = useForm({ defaultValues: values });
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        SECTIONS.filter(({ fields }) => fields.some((field) => isChosen(values[field]))).map(({ title }) => title),
      ),
  );
  const to = (path: string) => () => void navigate({ href: `/${path}/${encodeURIComponent(campaign.campaignId)}` });
  const making = campaign.status === BEING_MADE;
  const { text, tone } = STATUSES[campaign.status];
  const wait = making ? 'The report file is still being made.' : undefined;
  const noEdit = wait ?? (campaign.mayChange ? undefined : `Only ${campaign.userName} can change this campaign.`);
  const noFile = online
    ? (wait ?? (campaign.status === NOT_MADE ? 'There is no report file.' : undefined))
    : NEEDS_NETWORK;
  /** Goes on, or says why not. */
  const unless = (why: string | undefined, go: () => void) => () => (why === undefined ? go() : toast.hint(why));
  return (
    <div className={styles.page}>
      <Toolbar>
        <Action icon="retry" onClick={to('rerunCampaign')}>
          Rerun
        </Action>
        <Action icon="edit" refused={noEdit} onClick={unless(noEdit, to('editCampaign'))}>
          Edit
        </Action>
        <Action
          icon="download"
          look={campaign.reportFileUrl ? 'primary' : 'plain'}
          busy={busy}
          refused={noFile}
          onClick={unless(noFile, () => void download(campaign.reportFileUrl))}
        >
          Download
        </Action>
      </Toolbar>
      <p className={styles.made}>
        <Tag tone={tone} icon={tone === 'wait' ? 'clock' : tone === 'bad' ? 'warning' : 'check'}>
          {text}
        </Tag>
        <span>
          {`${campaign.campaignId} · created ${momentText(campaign.createdOn * 1_000, timeZone)} by ` +
            (campaign.userName || campaign.userEmail) +
            (campaign.csvCount === null ? '' : ` · ${formatCount(campaign.csvCount)} in the report file`)}
        </span>
      </p>
      {problem === null ? null : (
        <Notice tone="bad" icon="warning" role="status">
          {problem}
        </Notice>
      )}
      {campaign.failure === null ? null : (
        <Notice tone="bad" icon="warning">
          {campaign.failure}
        </Notice>
      )}
      <div className={styles.columns}>
        <CampaignFilters
          control={control}
          readOnly
          open={open}
          onToggle={(title) =>
            setOpen(
              (before) =>
                new Set(before.has(title) ? [...before].filter((each) => each !== title) : [...before, title]),
            )
          }
        />
        {Object.keys(campaign.reportSummaryData).length > 0 ? (
          <Side>
            <Results
              counts={campaign.reportSummaryData}
              waterfall={campaign.waterfall}
              coolOffPeriod={campaign.coolOffPeriod}
            />
          </Side>
        ) : null}
      </div>
    </div>
  );
}
