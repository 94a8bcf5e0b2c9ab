import type { CSSProperties, ReactElement, ReactNode } from 'react';
import type { CampaignCounts, CountDifference, CountName, WaterfallStep } from '#contract/campaign.ts';
import { useSession } from '#data/session.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatCount } from '#domain/money.ts';
import shared from './Campaigns.module.css';
import styles from './Results.module.css';

/** The results of a search in their order (CAMP-22). */
interface ResultGroup {
  title: string;
  rows: readonly (readonly [label: string, count: CountName])[];
}

const RESULTS: readonly ResultGroup[] = [
  {
    title: 'Overall Data',
    rows: [
      ['Total Companies', 'totalCompanies'],
      ['Total Contacts', 'totalContacts'],
      ['Total Deliverable Mails', 'totalDeliverableMails'],
      ['Total Mobile Numbers', 'totalMobileNumbers'],
    ],
  },
  {
    title: 'Email Data',
    rows: [
      ['Total Deliverable Mails', 'totalDeliverableMails'],
      ['Blacklisted', 'totalBlacklistedMails'],
      ['Undeliverable', 'totalUndeliverableMails'],
      ['Unknown', 'totalUnknownMails'],
      ['Total Mails Targeted in Last X Days', 'totalMailsTargetedInLastXDays'],
    ],
  },
  {
    title: 'Mobile Data',
    rows: [
      ['Total Deliverable Mobile Numbers', 'totalMobileNumbersDeliverable'],
      ['Blacklisted Mobile Numbers', 'totalMobileNumbersBlacklisted'],
      ['Undeliverable Mobile Numbers', 'totalMobileNumbersUndeliverable'],
      ['Unknown Mobile Numbers', 'totalMobileNumbersUnknown'],
      ['Total Mobile Numbers Targeted in Last X Days', 'totalMobileNumbersTargetedInLastXDays'],
    ],
  },
];

/** '+12', '−3'; nothing where nothing changed. */
const changeText = (change: number): string =>
  change === 0 ? '' : `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}`;

/** 'X' is the chosen cool-off period (CAMP-9). */
const withDays = (label: string, coolOffPeriod: string | null): string =>
  coolOffPeriod === null ? label : label.replace('Last X Days', `Last ${coolOffPeriod} Days`);

interface ResultsProps {
  counts: CampaignCounts;
  waterfall: readonly WaterfallStep[];
  /** Against the last time these filters were counted. */
  difference?: CountDifference | null | undefined;
  coolOffPeriod: string | null;
  /** They belong to filters that have changed since. */
  old?: boolean;
  /** What there is to say above them. */
  children?: ReactNode;
}

/** What a search found: companies, mails, mobile numbers, and what each filter left. */
export function Results({
  counts,
  waterfall,
  difference,
  coolOffPeriod,
  old = false,
  children,
}: ResultsProps): ReactElement {
  const { timeZone } = useSession();
  return (
    <section className={`${shared.box} ${styles.results}`} aria-labelledby="results" data-old={old ? '' : undefined}>
      <h2 id="results" tabIndex={-1} className={styles.resultsTitle}>
        Search Results
      </h2>
      {children}
      {difference ? (
        <p className={shared.soft}>
          {'The small figures are the change since ' +
            `${formatDay(dayOf(difference.countedOn * 1_000, timeZone)).replaceAll('-', NO_BREAK)}.`}
        </p>
      ) : null}
      <div className={styles.groups}>
        {RESULTS.map(({ title, rows }) => (
          <div key={title} role="group" aria-label={title}>
            <h3 className={styles.groupTitle}>{title}</h3>
            <dl className={styles.counts}>
              {rows.map(([label, name]) => (
                <div key={name}>
                  <dt>{withDays(label, coolOffPeriod)}</dt>
                  <dd>
                    {formatCount(counts[name])}
                    {difference && difference.change[name] !== 0 ? (
                      <span className={styles.change}>{changeText(difference.change[name])}</span>
                    ) : null}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
        {waterfall.length > 1 ? <Waterfall steps={waterfall} /> : null}
      </div>
    </section>
  );
}

/** A hyphen at which no line ends. */
const NO_BREAK = '\u2011';
const part = (amount: number, most: number): CSSProperties =>
  ({ '--part': `${most > 0 ? (amount / most) * 100 : 0}%` }) as CSSProperties;

/** Filter by filter, how many companies are left: where a search that finds too little loses them. */
function Waterfall({ steps }: { steps: readonly WaterfallStep[] }): ReactElement {
  const most = steps[0]?.companies ?? 0;
  return (
    <div>
      <h3 id="waterfall" className={styles.groupTitle}>
        Remaining after each filter
      </h3>
      <table className={styles.waterfall} aria-labelledby="waterfall">
        <thead>
          <tr>
            <th scope="col">Filter</th>
            <th scope="col">Companies</th>
            <th scope="col">Contacts</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ filter, label, companies, contacts }) => (
            <tr key={filter} style={part(companies, most)}>
              <th scope="row">{label}</th>
              <td>{formatCount(companies)}</td>
              <td>{formatCount(contacts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
