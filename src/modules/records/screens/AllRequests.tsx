import type { ReactElement } from 'react';
import { searchMine } from '#contract/calls/records.ts';
import type { AnyRecord } from '#contract/record.ts';
import { formatRupees } from '#domain/money.ts';
import { endingOf, faceOf, KIND_WORDS, statusesOf } from '#domain/recordFace.ts';
import { matchesRecord } from '#domain/recordSearch.ts';
import { ListScreen } from '#list/ListScreen.tsx';
import type { CardProps, ListDef } from '#list/definition.ts';
import { rowsOf } from '#list/request.ts';
import {
  cardStyles as styles,
  daysText,
  detailAddress,
  editAddress,
  KindIcon,
  nameOfRecord,
  PaidLine,
  recordsStyles as own,
  StatusTags,
} from '#modules/claims/index.ts';
import { Tag } from '#ui/Tag.tsx';
import { SearchField } from '../SearchField.tsx';
import { ALL_REQUESTS_FILTERS } from '../addresses.ts';
import { anyKind } from '../kinds.ts';

/** Any record in a few lines: its kind in words, what it is, how much, when, and its status. */
function RecordCard({ row, timeZone, waiting, actions }: CardProps<AnyRecord>): ReactElement {
  const face = faceOf(row, timeZone);
  const ending = endingOf(row);
  return (
    <>
      <div className={own.head}>
        <KindIcon kind={row.kind} />
        <p className={styles.title}>{face.title}</p>
        {face.amount === null ? <span /> : <span className={styles.amount}>{formatRupees(face.amount)}</span>}
        <p className={own.kind} style={{ gridColumn: '2 / -1' }}>
          {[KIND_WORDS[row.kind], daysText(face), waiting ? '' : face.id].filter(Boolean).join(' · ')}
        </p>
      </div>
      {face.note ? <p className={own.note}>{face.note}</p> : null}
      {waiting ? null : (
        <div className={styles.tags}>
          {ending?.gone ? null : <StatusTags tags={statusesOf(row)} />}
          {ending ? <Tag tone={ending.waits ? 'wait' : 'plain'}>{ending.word}</Tag> : null}
        </div>
      )}
      {row.kind === 'trip' ? null : <PaidLine claim={row.record} timeZone={timeZone} />}
      <div className={styles.row}>{actions}</div>
    </>
  );
}

/** Everything the signed-in person raised (NAV-4). */
export const allRequests: ListDef<AnyRecord> = {
  kind: anyKind,
  endpoint: searchMine,
  filters: ALL_REQUESTS_FILTERS,
  matches: matchesRecord,
  Card: RecordCard,
  nameOf: nameOfRecord,
  emptyHint: 'Trips and claims that you raise appear here.',
  page: { of: (row) => detailAddress(anyKind.idOf(row)), edit: editAddress },
  Tools: SearchField,
};
export const firstRows = rowsOf(allRequests);

export function AllRequests(): ReactElement {
  return <ListScreen def={allRequests} />;
}
