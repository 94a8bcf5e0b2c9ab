import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { SeenRecord } from '#contract/record.ts';
import { useSession } from '#data/session.ts';
import { formatRupees } from '#domain/money.ts';
import { endingOf, faceOf, KIND_WORDS, statusesOf } from '#domain/recordFace.ts';
import { daysText, detailAddress, KindIcon, StatusTags } from '#modules/claims/index.ts';
import { Action } from '#ui/Action.tsx';
import { CopyAction } from '#ui/CopyAction.tsx';
import { Tag } from '#ui/Tag.tsx';
import { usePhone } from '#ui/usePhone.ts';
import { useScreenExists } from '#ui/useScreenExists.ts';
import styles from './Record.module.css';
import { nextStepOf } from './nextStep.ts';

/** What the record is, its status, and links. */
export function RecordHead({ seen }: { seen: SeenRecord }): ReactElement {
  const { email, roles, timeZone } = useSession();
  const router = useRouter();
  const exists = useScreenExists();
  const phone = usePhone();
  const { record, mayAsk } = seen;
  const face = faceOf(record, timeZone);
  const ending = endingOf(record);
  const next = nextStepOf(record, { email, roles }, exists);
  const copied = record.kind === 'trip' || record.kind === 'conveyance' ? 'Trip Id copied.' : 'Expense Id copied.';
  return (
    <section className={styles.head} aria-label={`${KIND_WORDS[face.kind]} ${face.id}`}>
      <div className={styles.what}>
        <KindIcon kind={face.kind} />
        <div>
          <p className={styles.title}>{face.title}</p>
          {face.amount === null ? null : <p className={styles.sum}>{formatRupees(face.amount)}</p>}
        </div>
        <p className={styles.line}>{[KIND_WORDS[face.kind], daysText(face), record.record.employeeName].join(' · ')}</p>
        <p className={styles.line}>
          <span className={styles.id}>{face.id}</span>
          <CopyAction text={face.id} name="Copy id" copied={copied} />
        </p>
        <div className={styles.tags}>
          {ending?.gone ? null : <StatusTags tags={statusesOf(record)} />}
          {ending ? <Tag tone={ending.waits ? 'wait' : 'plain'}>{ending.word}</Tag> : null}
        </div>
      </div>
      <div className={styles.actions}>
        {next ? (
          <Action look="primary" onClick={() => router.history.push(next.to)}>
            {next.label}
          </Action>
        ) : null}
        {mayAsk ? (
          <Action onClick={() => router.history.push(`${detailAddress(face.id, 'enquiries')}?ask=1`)}>Ask</Action>
        ) : null}
        {phone ? null : <Action onClick={() => window.print()}>Print</Action>}
      </div>
    </section>
  );
}
