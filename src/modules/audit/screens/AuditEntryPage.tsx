import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { AuditEntryAnswer } from '#contract/audit.ts';
import { getAuditEntry } from '#contract/calls/audit.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { Loaded } from '#list/Loaded.tsx';
import { detailAddress, Details, HistoryRows } from '#modules/claims/index.ts';
import { recordStyles as styles } from '#modules/records/index.ts';
import { Box } from '#ui/Box.tsx';
import { momentText } from '#ui/moments.ts';
import own from '../Audit.module.css';
import { whoText } from '../words.ts';

/** One row of the audit log, whole (AUD-20). */
export function AuditEntryPage(): ReactElement {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(readOptions(getAuditEntry, { parts: { id } }));
  return (
    <div className={styles.page}>
      <Loaded query={query} what="This row of the log">
        {({ data }) => <Whole entry={data} />}
      </Loaded>
    </div>
  );
}

const HIDDEN = 'What this record says is for those who may see it.';

function Whole({ entry }: { entry: AuditEntryAnswer }): ReactElement {
  const { timeZone } = useSession();
  const { at, title, note, hidden, changes, seal, erasedAt = null } = entry;
  const hash = (text: string): ReactElement => <span className={own.hash}>{text}</span>;
  return (
    <>
      <section className={styles.head} aria-label={title}>
        <div className={styles.what}>
          <div>
            <p className={styles.title}>{title}</p>
            <p className={styles.soft}>{`${whoText(entry)} · ${momentText(at, timeZone)}`}</p>
          </div>
        </div>
      </section>
      <Box title="What happened">
        <Details
          items={[
            ['E-mail', entry.byEmail],
            ['Kind', entry.kind],
            ['Record', <RecordLink key="record" entry={entry} />],
            ['Details', note],
            ['From', entry.origin],
          ]}
        />
        {hidden && erasedAt === null ? <p className={own.said}>{HIDDEN}</p> : null}
        {erasedAt === null ? null : (
          <p className={own.said}>{`What this row said was erased on ${momentText(erasedAt, timeZone)}.`}</p>
        )}
        {changes.length > 0 ? (
          <HistoryRows
            rows={[{ at, by: whoText(entry), onBehalfOf: null, what: title, changes }]}
            timeZone={timeZone}
          />
        ) : null}
      </Box>
      <Box title="Place in the chain">
        <Details
          items={[
            ['Version of the record', String(entry.version)],
            ['Hash', hash(entry.hash)],
            ['Hash before', entry.previousHash === '' ? 'None: the first row of the record' : hash(entry.previousHash)],
            ['Seal', seal === null ? 'Not sealed yet' : `Number ${seal}`],
          ]}
        />
      </Box>
    </>
  );
}

function RecordLink({ entry: { page, recordId } }: { entry: AuditEntryAnswer }): ReactElement {
  if (page === null) return <>{recordId}</>;
  const to = page === 'record' ? detailAddress(recordId, 'history') : `/people/${encodeURIComponent(recordId)}`;
  return (
    <Link to={to} className={own.row} preload="intent">
      {recordId}
    </Link>
  );
}
