import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { CampaignRow } from '#contract/campaign.ts';
import { NEEDS_NETWORK } from '#data/online.ts';
import { actionsOf, NOT_MADE, type CampaignAction } from '#domain/campaign.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { toast } from '#ui/toast.ts';
import styles from './CampaignList.module.css';
import { useDownload } from './useDownload.ts';

const LOOKS: Readonly<Record<CampaignAction, { name: string; icon: IconName; path?: string }>> = {
  view: { name: 'View', icon: 'eye', path: '/campaign/' },
  edit: { name: 'Edit', icon: 'edit', path: '/editCampaign/' },
  delete: { name: 'Delete', icon: 'bin' },
  download: { name: 'Download', icon: 'download' },
  rerun: { name: 'Rerun', icon: 'retry', path: '/rerunCampaign/' },
  analytics: { name: 'Analytics', icon: 'chart', path: '/campaign-analytics/' },
};

export interface RowActionsProps {
  row: CampaignRow;
  online: boolean;
  onDelete: (row: CampaignRow) => void;
}

/** Why an action cannot be used now; undefined when it can. */
function refusal(action: CampaignAction, row: CampaignRow, online: boolean): string | undefined {
  if ((action === 'edit' || action === 'delete') && !row.mayChange)
    return `Only ${row.userName} can change this campaign.`;
  if (action === 'download' && row.status === NOT_MADE) return row.failure ?? 'The report file could not be made.';
  return online || action === 'view' ? undefined : NEEDS_NETWORK;
}

/** What can be done with a campaign of the list: while its file is being made, only to view it (CAMP-6). */
export function RowActions({ row, online, onDelete }: RowActionsProps): ReactElement {
  const navigate = useNavigate();
  const { busy, problem, download } = useDownload();
  return (
    <div className={styles.actions}>
      {actionsOf(row.status).map((action) => {
        const { name, icon, path } = LOOKS[action];
        const why = refusal(action, row, online);
        const press = (): void => {
          if (why !== undefined) toast.hint(why);
          else if (path !== undefined) void navigate({ href: `${path}${encodeURIComponent(row.campaignId)}` });
          else if (action === 'delete') onDelete(row);
          else void download(row.fileUrl);
        };
        return (
          <button
            key={action}
            type="button"
            className={styles.action}
            aria-label={`${name} ${row.campaignId}`}
            title={name}
            {...(why !== undefined && { 'aria-disabled': true, 'aria-description': why, title: why })}
            disabled={action === 'download' && busy}
            aria-haspopup={action === 'delete' && why === undefined ? 'dialog' : undefined}
            onClick={press}
          >
            <Icon name={icon} />
            <span>{name}</span>
          </button>
        );
      })}
      {problem === null ? null : (
        <p className={styles.problem} role="status">
          {problem}
        </p>
      )}
    </div>
  );
}
