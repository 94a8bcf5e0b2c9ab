import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { listReports } from '#contract/calls/people.ts';
import { PERSON_STATUSES } from '#contract/enums.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { DirectoryPerson } from '#contract/people.ts';
import { listOptions } from '#data/query.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Pager } from '#ui/Pager.tsx';
import styles from './Directory.module.css';
import { PersonLink } from './PeopleTable.tsx';

/** Who reports to somebody directly and is at work, page by page. */
export function Reports({ person }: { person: DirectoryPerson }): ReactElement {
  const [page, setPage] = useState(0);
  const filters = { PERSON_STATUS: [String(PERSON_STATUSES.indexOf('ACTIVE'))] };
  const query = useQuery({
    ...listOptions(listReports, {
      parts: { id: person.personId },
      list: { pageSize: PAGE_SIZE, pageNumber: page, filters },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} what="This list">
      {({ rows, total }) =>
        total === 0 ? (
          <p className={styles.soft}>Nobody reports to them.</p>
        ) : (
          <>
            <ul className={styles.reports} aria-busy={query.isPlaceholderData || undefined}>
              {rows.map(({ personId, name, employeeCode, costCentre }) => (
                <li key={personId}>
                  <PersonLink personId={personId} name={name} />
                  <span className={styles.under}>{[employeeCode, costCentre].filter(Boolean).join(' · ')}</span>
                </li>
              ))}
            </ul>
            {total > PAGE_SIZE ? <Pager page={page} pageSize={PAGE_SIZE} total={total} onPage={setPage} /> : null}
          </>
        )
      }
    </Loaded>
  );
}
