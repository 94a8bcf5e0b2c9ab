import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { memo, useState, type ReactElement, type ReactNode } from 'react';
import { listReports } from '#contract/calls/people.ts';
import { PERSON_STATUSES } from '#contract/enums.ts';
import { MAX_PAGE_SIZE } from '#contract/limits.ts';
import type { DirectoryRow } from '#contract/people.ts';
import { messageOf } from '#data/errors.ts';
import { listOptions } from '#data/query.ts';
import { formatCount } from '#domain/money.ts';
import styles from './Lines.module.css';
import { personAddress } from './addresses.ts';

const FILTERS = { PERSON_STATUS: [String(PERSON_STATUSES.indexOf('ACTIVE'))] };

export interface LineLevelProps {
  /** Whose reports; 'top': who reports to nobody. */
  of: string;
  /** Ids of the managers that are open above. */
  above: readonly string[];
}

/** One level of the reporting lines, a hundred at a time (ORG-13). */
export function LineLevel({ of, above }: LineLevelProps): ReactElement {
  const [pages, setPages] = useState(1);
  return (
    <>
      {Array.from({ length: pages }, (_, page) => (
        <LinePage
          key={page}
          of={of}
          above={above}
          page={page}
          onMore={page === pages - 1 ? () => setPages(pages + 1) : null}
        />
      ))}
    </>
  );
}

function LinePage({
  of,
  above,
  page,
  onMore,
}: LineLevelProps & { page: number; onMore: (() => void) | null }): ReactElement {
  const query = useQuery(
    listOptions(listReports, {
      parts: { id: of },
      list: { pageSize: MAX_PAGE_SIZE, pageNumber: page, filters: FILTERS },
    }),
  );
  const { data } = query;
  if (!data)
    return query.isError ? (
      <Note level={above.length + 1} onPress={() => void query.refetch()}>
        {`This could not be loaded. ${messageOf(query.error)} Try again`}
      </Note>
    ) : (
      <Note level={above.length + 1}>Loading…</Note>
    );
  const shown = page * MAX_PAGE_SIZE + data.rows.length;
  const more = Math.min(MAX_PAGE_SIZE, data.total - shown);
  return (
    <>
      {data.rows.map((row, index) => (
        <Line key={row.personId} row={row} above={above} place={page * MAX_PAGE_SIZE + index + 1} total={data.total} />
      ))}
      {data.total === 0 ? <Note level={above.length + 1}>Nobody reports to them</Note> : null}
      {more > 0 && onMore ? (
        <Note level={above.length + 1} onPress={onMore}>
          {`Show ${formatCount(more)} more of ${formatCount(data.total)}`}
        </Note>
      ) : null}
    </>
  );
}

/** What stands in a level beside people. */
function Note({
  level,
  onPress,
  children,
}: {
  level: number;
  onPress?: () => void;
  children: ReactNode;
}): ReactElement {
  return (
    <li
      role="treeitem"
      aria-selected={false}
      aria-level={level}
      aria-disabled={onPress ? undefined : true}
      tabIndex={-1}
      className={styles.item}
    >
      {/* The keys are the tree's (treeKeys.ts). */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div data-row="" className={onPress ? `${styles.row} ${styles.more}` : styles.row} onClick={onPress}>
        <span className={styles.sign} />
        {children}
      </div>
    </li>
  );
}

interface LineProps {
  row: DirectoryRow;
  above: readonly string[];
  place: number;
  total: number;
}

/** Somebody, and who reports to them once that is opened. Who has no reports has no role of a manager (ORG-4). */
const Line = memo(function Line({ row, above, place, total }: LineProps): ReactElement {
  const [open, setOpen] = useState(false);
  // In a circle from before the rule the way down ends where it began.
  const opens = row.roles.includes('manager') && !above.includes(row.personId);
  const about = [row.employeeCode, row.costCentre].filter(Boolean).join(' · ');
  return (
    <li
      role="treeitem"
      aria-selected={false}
      aria-label={`${row.name}, ${about}`}
      aria-expanded={opens ? open : undefined}
      aria-level={above.length + 1}
      aria-posinset={place}
      aria-setsize={total}
      tabIndex={above.length === 0 && place === 1 ? 0 : -1}
      className={styles.item}
    >
      {/* The keys are the tree's (treeKeys.ts). */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div data-row="" className={styles.row} data-opens={opens || undefined} onClick={() => opens && setOpen(!open)}>
        <span className={styles.sign} data-open={open || undefined} />
        <Link to={personAddress(row.personId)} tabIndex={-1} className={styles.name} preload={false}>
          {row.name}
        </Link>
        <span className={styles.about}>{about}</span>
      </div>
      {open ? (
        <ul role="group" className={styles.group}>
          <LineLevel of={row.personId} above={[...above, row.personId]} />
        </ul>
      ) : null}
    </li>
  );
});
