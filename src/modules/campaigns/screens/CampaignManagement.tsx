import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useState, type ReactElement } from 'react';
import { deleteCampaign, findAllCampaigns } from '#contract/calls/campaigns.ts';
import type { CampaignRow } from '#contract/campaign.ts';
import { MESSAGES } from '#contract/error.ts';
import { FIRST_PAGE, PAGE_SIZE } from '#contract/limits.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { useOnline } from '#data/online.ts';
import { invalidate, listOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { Empty, Notice } from '#ui/Notice.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Pager } from '#ui/Pager.tsx';
import { toast } from '#ui/toast.ts';
import { usePhone } from '#ui/usePhone.ts';
import { sharedSearch } from '#ui/sharedSearch.ts';
import { CampaignCards, CampaignTable } from '../CampaignTable.tsx';
import styles from '../CampaignList.module.css';
import { PAGE_SIZES, type CampaignSearch } from '../search.ts';
import { lookAgain } from '../queries.ts';

const Question = lazyPart(() => import('#ui/Question.tsx').then((module) => module.Question));

/** The campaigns of all campaign managers (CAMP-13). */
export function CampaignManagement(): ReactElement {
  const { email, timeZone } = useSession();
  const online = useOnline();
  const phone = usePhone();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { page = FIRST_PAGE, size = PAGE_SIZE } = useSearch({ strict: false }) as Partial<CampaignSearch>;
  const [leaving, setLeaving] = useState<CampaignRow | null>(null);
  const query = useQuery({
    ...listOptions(findAllCampaigns, { query: { email }, list: { pageSize: size, pageNumber: page } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => online && lookAgain(state.data?.rows ?? []),
  });
  const go = (search: CampaignSearch): void =>
    void navigate({ to: '.', search: sharedSearch(search), resetScroll: true });
  const remove = async (row: CampaignRow): Promise<void> => {
    setLeaving(null);
    try {
      await call(deleteCampaign, {
        query: { campaignId: row.campaignId },
        ifMatch: row.version,
        key: crypto.randomUUID(),
      });
      toast.success(`“${row.campaignName}” is deleted.`);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      // Also after a refusal: it is not any more what the list shows.
      void invalidate(client, deleteCampaign);
    }
  };
  const Rows = phone ? CampaignCards : CampaignTable;
  return (
    <div className={styles.list}>
      <div className={styles.head}>
        <div className={styles.floating} data-pinned="button">
          <Action look="primary" icon="plus" onClick={() => void navigate({ href: '/createCampaign' })}>
            Create Campaign
          </Action>
        </div>
        <Action icon="chart" onClick={() => void navigate({ href: '/campaign-overall-analytics' })}>
          Overall Analytics
        </Action>
      </div>
      {online ? null : (
        <Notice tone="wait" icon="cloudOff" role="status">
          Campaigns need a network: without one they can only be looked at, as far as this device has them.
        </Notice>
      )}
      <Loaded query={query} what="The campaigns">
        {({ rows, total }) => (
          <>
            {rows.length > 0 ? (
              <div aria-busy={query.isPlaceholderData || undefined} className={styles.rows}>
                <Rows rows={rows} timeZone={timeZone} online={online} onDelete={setLeaving} />
              </div>
            ) : (
              <Empty
                title={MESSAGES.contentNotFound}
                hint={
                  page > FIRST_PAGE
                    ? 'This page no longer exists.'
                    : 'There are no campaigns yet. Create one: choose who it is for, see how many match, ' +
                      'give it a name.'
                }
              >
                {page > FIRST_PAGE ? <Action onClick={() => go({ page: FIRST_PAGE })}>To the first page</Action> : null}
              </Empty>
            )}
            {total > Math.min(size, ...PAGE_SIZES) ? (
              <div className={styles.pages}>
                <Pager
                  page={page}
                  pageSize={size}
                  total={total}
                  onPage={(next) => go({ page: next, ...(size !== PAGE_SIZE && { size }) })}
                />
                <PageSize
                  size={size}
                  onSize={(next) => go({ page: FIRST_PAGE, ...(next !== PAGE_SIZE && { size: next }) })}
                />
              </div>
            ) : null}
          </>
        )}
      </Loaded>
      {leaving ? (
        <Question
          title="Delete this campaign?"
          text={`“${leaving.campaignName}” and its report file will be gone for everybody. This cannot be undone.`}
          yes="Delete"
          onNo={() => setLeaving(null)}
          onYes={() => void remove(leaving)}
        />
      ) : null}
    </div>
  );
}

function PageSize({ size, onSize }: { size: number; onSize: (size: number) => void }): ReactElement {
  const id = useId();
  return (
    <div className={styles.size}>
      <label htmlFor={id}>Rows per page</label>
      <select id={id} value={size} onChange={(event) => onSize(Number(event.currentTarget.value))}>
        {PAGE_SIZES.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </div>
  );
}
