import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { listTallyBatches } from '#contract/calls/tally.ts';
import type { TallyBatch } from '#contract/tally.ts';
import { useSession } from '#data/session.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { claimKindWord, counted, periodText, progressText } from '#domain/tallyWords.ts';
import { momentText } from '#ui/moments.ts';
import { Table, type Column } from '#ui/Table.tsx';
import styles from '../Tally.module.css';
import { TallyFrame } from '../TallyFrame.tsx';
import { useRoom } from '#ui/useRoom.ts';
import { BATCH_FILTERS, batchAddress, CANDIDATES, LEDGERS } from '../addresses.ts';
import { Period, StatusTag } from '../labels.tsx';
import { useTallyList } from '../useTally.ts';

/** Where one goes from the batches: to what is in none yet, and to the names that Tally knows. */
function TallyLinks(): ReactElement {
  const { roles } = useSession();
  return (
    <>
      <Link
        to={CANDIDATES}
        className={roles.isTallyAdmin ? `${styles.go} ${styles.first}` : styles.go}
        preload="intent"
      >
        Tally Data
      </Link>
      <Link to={LEDGERS} className={styles.go} preload="intent">
        Ledgers
      </Link>
    </>
  );
}

/** The batches that went, or are to go, to the accounts (TALLY-1). */
export function ViewTally(): ReactElement {
  const { timeZone, roles } = useSession();
  const room = useRoom();
  const list = useTallyList(listTallyBatches, BATCH_FILTERS);
  const hint = roles.isTallyAdmin
    ? 'Make a batch of the claims that finance approved, under ‘Tally Data’.'
    : 'A batch is made of the claims that finance approved, or by the expense sheet.';
  return (
    <div className={styles.page}>
      <TallyFrame list={list} uses={BATCH_FILTERS} links={<TallyLinks />} emptyHint={hint}>
        {(rows) =>
          room ? (
            <Table
              caption="Tally batches"
              columns={columnsOf(timeZone)}
              rows={rows}
              idOf={({ batchId }) => batchId}
              busy={list.before}
            />
          ) : (
            <ul className={styles.cards} aria-busy={list.before || undefined}>
              {rows.map((row) => (
                <BatchCard key={row.batchId} row={row} timeZone={timeZone} />
              ))}
            </ul>
          )
        }
      </TallyFrame>
    </div>
  );
}

const source = ({ source: from, createdBy }: TallyBatch): string =>
  from === 'SHEET' ? `by sheet of ${createdBy.name}` : `by ${createdBy.name}`;

function columnsOf(timeZone: string): Column<TallyBatch>[] {
  const day = (ms: number): string => formatDay(dayOf(ms, timeZone));
  return [
    {
      head: 'Batch',
      width: '28%',
      cell: (row) => (
        <>
          <Link to={batchAddress(row.batchId)} className={styles.opens} preload="intent">
            {row.batchId}
          </Link>
          <Under text={`made ${day(row.createdAt)} ${source(row)}`} />
        </>
      ),
    },
    { head: 'Period', width: '13%', cell: (row) => <Period batch={row} timeZone={timeZone} /> },
    { head: 'Kind', width: '11%', cell: (row) => (row.vouchers === 0 ? '–' : claimKindWord(row.kind)) },
    { head: 'Vouchers', end: true, width: '8.5%', cell: (row) => counted(row.vouchers) },
    { head: 'Amount', end: true, width: '12%', cell: ({ amount }) => formatRupees(amount) },
    {
      head: 'Status',
      width: '13.5%',
      cell: (row) => (
        <>
          <StatusTag status={row.status} />
          <Under text={progressText(row)} />
        </>
      ),
    },
    {
      head: 'Exported',
      cell: ({ exportedAt, exportedBy }) =>
        exportedAt === null ? (
          '–'
        ) : (
          <>
            <span className={styles.whole} title={momentText(exportedAt, timeZone)}>
              {day(exportedAt)}
            </span>
            <Under text={exportedBy ? `by ${exportedBy.name}` : ''} />
          </>
        ),
    },
  ];
}

const Under = ({ text }: { text: string }): ReactElement | null =>
  text === '' ? null : <span className={styles.under}>{text}</span>;

function BatchCard({ row, timeZone }: { row: TallyBatch; timeZone: string }): ReactElement {
  const progress = progressText(row);
  return (
    <li className={styles.card} aria-label={row.batchId}>
      <Link
        to={batchAddress(row.batchId)}
        className={styles.cover}
        aria-label={`${row.batchId}, ${periodText(row, timeZone)}, ${formatRupees(row.amount)}`}
        preload="intent"
      />
      <div className={styles.top}>
        <p className={styles.title}>
          <Period batch={row} timeZone={timeZone} />
        </p>
        <span className={styles.amount}>{formatRupees(row.amount)}</span>
      </div>
      <p className={styles.line}>{`${claimKindWord(row.kind)} · ${counted(row.vouchers, 'voucher')}`}</p>
      <div className={styles.tags}>
        <StatusTag status={row.status} />
        {progress ? <span className={styles.soft}>{progress}</span> : null}
      </div>
      <p className={styles.small}>{`${row.batchId} · made ${momentText(row.createdAt, timeZone)} ${source(row)}`}</p>
    </li>
  );
}
