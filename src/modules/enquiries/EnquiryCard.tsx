import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import type { Enquiry } from '#contract/record.ts';
import { useSession } from '#data/session.ts';
import { turnOf } from '#domain/enquiry.ts';
import { formatRupees } from '#domain/money.ts';
import { KIND_WORDS } from '#domain/recordFace.ts';
import { daysText, detailAddress } from '#modules/claims/index.ts';
import { Tag, type Tone } from '#ui/Tag.tsx';
import type { EnquiryItem } from './enquiries.ts';
import styles from './Enquiries.module.css';
import { EnquiryActions } from './EnquiryActions.tsx';
import { momentText } from '#ui/moments.ts';

/** Whose turn it is, in words, as this person sees it. */
function stateOf(row: Enquiry, email: string): { tone: Tone; text: string } {
  const mine = row.askedOf.email === email;
  switch (turnOf(row)) {
    case 'owner':
      return mine
        ? { tone: 'wait', text: 'Waits for your answer' }
        : { tone: 'plain', text: row.askedOf.name === '' ? 'Waits for an answer' : `Waits for ${row.askedOf.name}` };
    case 'asker':
      return mine ? { tone: 'good', text: 'Answered' } : { tone: 'wait', text: 'Answered: read and close' };
    case null:
      return { tone: 'plain', text: 'Closed' };
  }
}

/** A question, its answer, and what can be done in place. `withAbout`: where the record is not plain from the page. */
export function EnquiryCard({
  item,
  withAbout,
  edit,
}: {
  item: EnquiryItem;
  withAbout: boolean;
  edit: boolean;
}): ReactElement {
  const { email, timeZone } = useSession();
  const [writing, setWriting] = useState(edit);
  const { row, entry } = item;
  const { about } = row;
  const state = stateOf(row, email);
  return (
    <li
      className={styles.card}
      aria-label={`Enquiry about ${about.id}: ${row.question.slice(0, 80)}`}
      data-waiting={entry ? '' : undefined}
    >
      <div className={styles.top}>
        {withAbout ? (
          <Link to={detailAddress(about.id, 'enquiries')} className={styles.about}>
            {[about.title, about.note ?? ''].filter(Boolean).join(': ').slice(0, 120)}
            <span>
              {[KIND_WORDS[about.kind], about.amount === null ? '' : formatRupees(about.amount), daysText(about)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </Link>
        ) : null}
        <Tag tone={state.tone}>{state.text}</Tag>
      </div>
      <div className={styles.said}>
        <p
          className={styles.who}
        >{`${row.askedBy.email === email ? 'You' : row.askedBy.name} asked · ${momentText(row.askedAt, timeZone)}`}</p>
        <p className={styles.words}>{row.question}</p>
      </div>
      {row.answer !== null && !writing ? (
        <div className={styles.said} data-answer="">
          <p className={styles.who}>
            {`${row.askedOf.email === email ? 'You' : row.askedOf.name} answered` +
              (row.answeredAt === null ? '' : ` · ${momentText(row.answeredAt, timeZone)}`)}
          </p>
          <p className={styles.words}>{row.answer}</p>
        </div>
      ) : null}
      {row.closedAt === null ? null : (
        <p
          className={styles.soft}
        >{`Closed by ${row.closedBy ?? 'an approver'} · ${momentText(row.closedAt, timeZone)}`}</p>
      )}
      <EnquiryActions item={item} writing={writing} onWriting={setWriting} />
    </li>
  );
}
