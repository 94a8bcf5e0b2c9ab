import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { recordHistory } from '#contract/calls/records.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { HistoryRows } from '#modules/claims/index.ts';
import { Loaded } from '#list/Loaded.tsx';

/** What happened to a record. */
export function RecordHistory({ id }: { id: string }): ReactElement {
  const { timeZone } = useSession();
  const query = useQuery(readOptions(recordHistory, { parts: { id } }));
  return (
    <Loaded query={query} what="The history">
      {({ data }) => <HistoryRows rows={data} timeZone={timeZone} />}
    </Loaded>
  );
}
