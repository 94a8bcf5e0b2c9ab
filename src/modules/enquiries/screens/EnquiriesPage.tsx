import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { searchEnquiries } from '#contract/calls/records.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { ENQUIRY_STATES, type EnquiryState } from '#contract/record.ts';
import { listOptions } from '#data/query.ts';
import { usePendingCounts } from '#data/pendingCounts.ts';
import { Empty } from '#ui/Notice.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { sharedSearch } from '#ui/sharedSearch.ts';
import styles from '../Enquiries.module.css';
import { EnquiryCard } from '../EnquiryCard.tsx';
import { Loaded } from '#list/Loaded.tsx';
import { useEnquiryItems } from '../useEnquiryItems.ts';

const LABELS: Readonly<Record<EnquiryState, string>> = { open: 'Open', closed: 'Closed' };
const EMPTY: Readonly<Record<EnquiryState, string>> = {
  open: 'Questions about your requests, and those you ask, appear here until they are closed.',
  closed: 'Closed questions and their answers appear here.',
};

/** What was asked of me, and what I asked (NAV-7). */
export function EnquiriesPage(): ReactElement {
  const { tab } = useParams({ strict: false });
  const { page = 0 } = useSearch({ strict: false }) as { page?: number };
  const navigate = useNavigate();
  const state = ENQUIRY_STATES.find((each) => each === tab) ?? 'open';
  const { counts } = usePendingCounts();
  const waiting = counts ? counts.enquiries.toAnswer + counts.enquiries.toClose : 0;
  const query = useQuery({
    ...listOptions(searchEnquiries, { query: { state }, list: { pageSize: PAGE_SIZE, pageNumber: page } }),
    placeholderData: keepPreviousData,
  });
  const shown = query.isPlaceholderData ? undefined : query.data;
  const items = useEnquiryItems({ rows: shown?.rows, asOf: shown?.asOf ?? 0, state, firstPage: page === 0 });
  return (
    <div className={styles.page}>
      <Tabs
        label="Enquiries"
        panel="enquiries"
        tabs={ENQUIRY_STATES.map((each) => ({
          to: `/enquiries/${each}`,
          label: LABELS[each],
          current: each === state,
          ...(each === 'open' && { count: { n: waiting, words: `${waiting} wait for you`, wait: true } }),
        }))}
      />
      <div id="enquiries" role="tabpanel" aria-labelledby={`enquiries-${LABELS[state]}`} className={styles.page}>
        <Loaded
          query={query.isPlaceholderData ? { ...query, data: undefined, isError: false } : query}
          what="The enquiries"
        >
          {() =>
            items.length > 0 ? (
              <ul className={styles.cards}>
                {items.map((item) => (
                  <EnquiryCard key={item.key} item={item} withAbout edit={false} />
                ))}
              </ul>
            ) : (
              <Empty title="Content not found" hint={EMPTY[state]} />
            )
          }
        </Loaded>
        {shown && shown.total > PAGE_SIZE ? (
          <Pager
            page={page}
            pageSize={PAGE_SIZE}
            total={shown.total}
            onPage={(next) => void navigate({ to: '.', search: sharedSearch({ page: next }), resetScroll: true })}
          />
        ) : null}
      </div>
    </div>
  );
}
