import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { AnyRecord, SeenRecord } from '#contract/record.ts';
import type { RoleFlags } from '#contract/user.ts';
import { useSession } from '#data/session.ts';
import { managerCan } from '#domain/approval.ts';
import { localExpenseCan } from '#domain/claimState.ts';
import { conveyanceCan } from '#domain/conveyance.ts';
import { dutiesOf } from '#domain/duties.ts';
import { financeCan, mayFinance } from '#domain/finance.ts';
import { formatRupees } from '#domain/money.ts';
import { endingOf, faceOf, idOfRecord, KIND_WORDS, statusesOf } from '#domain/recordFace.ts';
import { travelExpenseCan } from '#domain/travelExpense.ts';
import { tripCan } from '#domain/trip.ts';
import {
  daysText,
  detailAddress,
  KindIcon,
  ownAddress,
  queueAddress,
  reviewAddress,
  StatusTags,
} from '#modules/claims/index.ts';
import { Action } from '#ui/Action.tsx';
import { CopyAction } from '#ui/CopyAction.tsx';
import { optionalPart } from '#ui/lazyPart.tsx';
import { Tag } from '#ui/Tag.tsx';
import { usePhone } from '#ui/usePhone.ts';
import { useScreenExists } from '#ui/useScreenExists.ts';
import styles from './Record.module.css';

const ProofAction = optionalPart(async () => (await import('./ProofAction.tsx')).ProofAction);

/** By the rule of its kind. */
function mayEdit(any: AnyRecord): boolean {
  switch (any.kind) {
    case 'trip':
      return tripCan.edit(any.record).ok;
    case 'localExpense':
      return localExpenseCan.edit(any.record).ok;
    case 'travelExpense':
      return travelExpenseCan.edit(any.record).ok;
    case 'conveyance':
      return conveyanceCan.edit(any.record).ok;
  }
}

const same = (a: string | null, b: string): boolean => a !== null && a.toLowerCase() === b.toLowerCase();
const over = (path: string, id: string): string => `${path}?open=${encodeURIComponent(id)}`;

/** Somebody with a role to decide in. */
interface NextStepper {
  email: string;
  roles: Pick<RoleFlags, 'isFinance'>;
}

/** Where the record can be changed or decided by this person; null when there is nothing to do, or no screen for it. */
export function nextStepOf(
  any: AnyRecord,
  { email, roles }: NextStepper,
  exists: (path: string) => boolean,
): { label: 'Edit' | 'Decide'; to: string } | null {
  const id = idOfRecord(any);
  const { userEmail, managerEmail, managerApprovalStatus } = any.record;
  if (same(userEmail, email))
    return mayEdit(any) && exists(ownAddress(any.kind)) ? { label: 'Edit', to: over(ownAddress(any.kind), id) } : null;
  const decidable = endingOf(any) === null && managerCan.decide({ managerApprovalStatus, withdrawn: false }).ok;
  if (same(managerEmail, email) && decidable && exists(queueAddress(any.kind)))
    return { label: 'Decide', to: over(queueAddress(any.kind), id) };
  const review = reviewAddress(any.kind);
  return any.kind !== 'trip' &&
    roles.isFinance &&
    review !== null &&
    mayFinance({ ...dutiesOf(email, any.record), isFinance: true }).ok &&
    financeCan.decide(any.record).ok &&
    exists(review)
    ? { label: 'Decide', to: over(review, id) }
    : null;
}

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
        {roles.isFinance || roles.isOrgAdmin ? <ProofAction id={face.id} /> : null}
        {phone ? null : <Action onClick={() => window.print()}>Print</Action>}
      </div>
    </section>
  );
}
