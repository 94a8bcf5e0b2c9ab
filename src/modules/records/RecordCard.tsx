import type { ReactElement } from 'react';
import type { AnyRecord } from '#contract/record.ts';
import { formatRupees } from '#domain/money.ts';
import { endingOf, faceOf, KIND_WORDS, statusesOf } from '#domain/recordFace.ts';
import type { CardProps } from '#list/definition.ts';
import { Tag } from '#ui/Tag.tsx';
import {
  cardStyles as styles,
  daysText,
  KindIcon,
  PaidLine,
  recordsStyles as own,
  StatusTags,
} from '#modules/claims/index.ts';

/** Any record in a few lines: its kind in words, what it is, how much, when, and its status. */
export function RecordCard({ row, timeZone, waiting, actions }: CardProps<AnyRecord>): ReactElement {
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
