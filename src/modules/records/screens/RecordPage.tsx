import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, type ReactElement } from 'react';
import { recordEnquiries, recordHistory } from '#contract/calls/records.ts';
import type { AnyRecord, SeenRecord } from '#contract/record.ts';
import { useEntries } from '#data/entries.ts';
import { markRecordRead } from '#data/notifications.ts';
import { readOptions } from '#data/query.ts';
import { recordOptions } from '#data/record.ts';
import { useSession } from '#data/session.ts';
import { formatRupees } from '#domain/money.ts';
import { faceOf } from '#domain/recordFace.ts';
import { Loaded } from '#list/Loaded.tsx';
import { detailAddress, HistoryRows } from '#modules/claims/index.ts';
import { RecordEnquiries } from '#modules/enquiries/index.ts';
import type { Entry } from '#outbox/entry.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { useNamePage } from '#ui/pageTitle.ts';
import styles from '../Record.module.css';
import { RecordBills } from '../RecordBills.tsx';
import { RecordDetails } from '../RecordDetails.tsx';
import { RecordHead } from '../RecordHead.tsx';
import { tabOf, type RecordTab } from '../addresses.ts';
import { anyKind } from '../kinds.ts';
import '../print.css';

const HoldsOn = lazyPart(async () => (await import('#modules/retention/HoldsOn.tsx')).HoldsOn);

/** What happened to a record. */
function RecordHistory({ id }: { id: string }): ReactElement {
  const { timeZone } = useSession();
  const query = useQuery(readOptions(recordHistory, { parts: { id } }));
  return (
    <Loaded query={query} what="The history">
      {({ data }) => <HistoryRows rows={data} timeZone={timeZone} />}
    </Loaded>
  );
}

const LABELS: Readonly<Record<RecordTab, string>> = {
  details: 'Details',
  bills: 'Bills',
  history: 'History',
  enquiries: 'Enquiries',
};

/** The full record, for everyone who may see it (NAV-6). */
export function RecordPage(): ReactElement {
  const { id = '', tab } = useParams({ strict: false });
  const { timeZone } = useSession();
  const query = useQuery(recordOptions(id));
  const client = useQueryClient();
  const record = query.data?.data.record;
  const opened = record && anyKind.idOf(record);
  useEffect(() => {
    if (opened !== undefined) void markRecordRead(client, opened).catch(() => undefined);
  }, [client, opened]);
  const face = record && faceOf(record, timeZone);
  useNamePage(
    face ? [face.title, face.amount === null ? '' : formatRupees(face.amount)].filter(Boolean).join(' ') : null,
  );
  return (
    <div className={styles.page}>
      <Loaded query={query} what="This request">
        {({ data }) => <Whole seen={data} tab={tabOf(tab)} />}
      </Loaded>
    </div>
  );
}

function papersOf(record: AnyRecord): number {
  return record.kind === 'trip' ? record.record.ticketUrl.length : record.record.billUrl.length;
}

function Whole({ seen, tab }: { seen: SeenRecord; tab: RecordTab }): ReactElement {
  const id = anyKind.idOf(seen.record);
  const { roles } = useSession();
  const asked = useQuery(readOptions(recordEnquiries, { parts: { id } }));
  const open = asked.data?.data.filter((row) => row.closedAt === null).length ?? 0;
  const ofThis = useCallback(
    (entry: Entry) => entry.state !== 'done' && (entry.record.id === id || entry.record.ids?.includes(id) === true),
    [id],
  );
  const waiting = useEntries(ofThis);
  const papers = papersOf(seen.record);
  const counts: Partial<Record<RecordTab, { n: number; words: string; wait?: boolean }>> = {
    bills: { n: papers, words: `${papers}` },
    enquiries: { n: open, words: `${open} open`, wait: true },
  };
  const tabs = (Object.keys(LABELS) as RecordTab[]).map((each) => ({
    to: detailAddress(id, each),
    label: each === 'bills' && seen.record.kind === 'trip' ? 'Tickets' : LABELS[each],
    current: each === tab,
    ...(counts[each] && { count: counts[each] }),
  }));
  return (
    <>
      <RecordHead seen={seen} />
      {waiting.length > 0 ? (
        <Notice tone="wait" icon="clock" actions={<Link to="/outbox">See the outbox</Link>}>
          A change of this request has not been sent yet. What you see here is how the server has it.
        </Notice>
      ) : null}
      <Tabs label="This request" panel="record" tabs={tabs} />
      <div
        id="record"
        role="tabpanel"
        tabIndex={-1}
        aria-labelledby={`record-${tabs.find((each) => each.current)?.label ?? ''}`}
        className={styles.panel}
      >
        {tab === 'details' ? <RecordDetails record={seen.record} /> : null}
        {tab === 'details' && roles.isOrgAdmin === true ? <HoldsOn subjectId={id} /> : null}
        {tab === 'bills' ? <RecordBills record={seen.record} /> : null}
        {tab === 'history' ? <RecordHistory id={id} /> : null}
        {tab === 'enquiries' ? <RecordEnquiries seen={seen} /> : null}
      </div>
    </>
  );
}
