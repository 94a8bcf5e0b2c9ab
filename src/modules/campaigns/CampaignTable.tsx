import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { CampaignRow } from '#contract/campaign.ts';
import { MODES } from '#contract/campaignOptions.ts';
import { BEING_MADE, MADE, NOT_MADE, type CampaignStatus } from '#domain/campaign.ts';
import { formatCount } from '#domain/money.ts';
import { Tag, type Tone } from '#ui/Tag.tsx';
import { momentText } from '#ui/moments.ts';
import styles from './CampaignList.module.css';
import shared from './Campaigns.module.css';
import { RowActions, type RowActionsProps } from './RowActions.tsx';

/** A campaign's status in words: what of its report file. */
export const STATUSES: Readonly<Record<CampaignStatus, { text: string; tone: Tone }>> = {
  [BEING_MADE]: { text: 'Processing', tone: 'wait' },
  [MADE]: { text: 'Ready', tone: 'good' },
  [NOT_MADE]: { text: 'Failed', tone: 'bad' },
};

const modesText = (modes: readonly string[]): string =>
  modes.map((mode) => MODES.find(({ value }) => value === mode)?.label ?? mode).join(', ');

interface CampaignRowsProps extends Omit<RowActionsProps, 'row'> {
  rows: readonly CampaignRow[];
  timeZone: string;
}

const HEAD = [
  'Id',
  'Campaign Name',
  'Campaign Mode',
  'Total CSV Count',
  'Status',
  'Created On',
  'Created By',
  'Actions',
];

const status = (row: CampaignRow): ReactElement => {
  const { text, tone } = STATUSES[row.status];
  return (
    <Tag tone={tone} icon={tone === 'wait' ? 'clock' : tone === 'bad' ? 'warning' : 'check'}>
      {text}
    </Tag>
  );
};
const name = (row: CampaignRow): ReactElement => (
  <Link to="/campaign/$campaignId" params={{ campaignId: row.campaignId }} className={styles.name} preload="intent">
    {row.campaignName}
  </Link>
);

/** Day and time may stand below each other; neither breaks. `at` in epoch seconds. */
function When({ at, timeZone }: { at: number; timeZone: string }): ReactElement {
  const [day, time] = momentText(at * 1_000, timeZone).split(' ');
  return (
    <>
      <span>{day}</span> <span>{time}</span>
    </>
  );
}

/** The campaigns on a screen with room: a table. */
export function CampaignTable({ rows, timeZone, ...actions }: CampaignRowsProps): ReactElement {
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label="Campaigns, as a table">
      <table className={styles.table} aria-label="Campaigns">
        <thead>
          <tr>
            {HEAD.map((text) => (
              <th key={text} scope="col" data-number={text === 'Total CSV Count' ? '' : undefined}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.campaignId} aria-label={row.campaignId}>
              <td className={styles.id}>{row.campaignId}</td>
              <th scope="row">{name(row)}</th>
              <td>{modesText(row.campaignMode)}</td>
              <td data-number="">{row.csvCount === null ? '–' : formatCount(row.csvCount)}</td>
              <td>{status(row)}</td>
              <td className={styles.when}>
                <When at={row.createdOn} timeZone={timeZone} />
              </td>
              <td>{row.userName || row.userEmail}</td>
              <td>
                <RowActions row={row} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same on a phone: cards. */
export function CampaignCards({ rows, timeZone, ...actions }: CampaignRowsProps): ReactElement {
  return (
    <ul className={styles.cards}>
      {rows.map((row) => (
        <li key={row.campaignId} className={styles.card} aria-label={`${row.campaignId} ${row.campaignName}`}>
          <div className={styles.cardHead}>
            {name(row)}
            {status(row)}
          </div>
          <p className={styles.line}>
            {`${modesText(row.campaignMode)} · ` +
              (row.csvCount === null ? 'no file yet' : `${formatCount(row.csvCount)} in the file`)}
          </p>
          <p
            className={shared.soft}
          >{`${momentText(row.createdOn * 1_000, timeZone)} · ${row.userName || row.userEmail}`}</p>
          <p className={`${shared.soft} ${styles.id}`}>{row.campaignId}</p>
          {row.failure === null ? null : <p className={shared.wrong}>{row.failure}</p>}
          <RowActions row={row} {...actions} />
        </li>
      ))}
    </ul>
  );
}
