import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useState, type ReactElement } from 'react';
import { confirmRoles, getRoleReview } from '#contract/calls/roleReview.ts';
import { ROLES } from '#contract/enums.ts';
import { call } from '#data/http.ts';
import { readOptions } from '#data/query.ts';
import { monthWords } from '#domain/roleReview.ts';
import { ROLE_WORDS } from '#domain/roles.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { Action } from '#ui/Action.tsx';
import { Failure, Notice } from '#ui/Notice.tsx';
import { Question } from '#ui/Question.tsx';
import { toast } from '#ui/toast.ts';
import { PEOPLE } from './addresses.ts';
import styles from './Directory.module.css';

/** Until somebody confirms who has which role this month, this stands above the people (ORG-40). */
export function RoleReviewNotice(): ReactElement | null {
  const { data } = useQuery(readOptions(getRoleReview));
  const { busy, refused, failure, run } = useOnlineCall(confirmRoles);
  const [asking, setAsking] = useState(false);
  const review = data?.data;
  if (!review || review.confirmedAt !== null) return null;
  const { month, list, roles } = review;
  const confirm = async (): Promise<void> => {
    setAsking(false);
    const done = await run([month, list], (key) => call(confirmRoles, { body: { month, list }, key }));
    if (done) toast.success(`The roles of ${monthWords(month)} are confirmed.`);
  };
  return (
    <div className={styles.review}>
      <Notice
        tone="wait"
        icon="warning"
        actions={
          <Action
            small
            busy={busy}
            refused={refused}
            onClick={() => (refused === undefined ? setAsking(true) : toast.hint(refused))}
          >
            Confirm roles
          </Action>
        }
      >
        Who has which role in {monthWords(month)} waits for confirmation. Look through{' '}
        {roles.map(({ role, people }, index) => (
          <Fragment key={role}>
            {index > 0 ? ', ' : ''}
            <Link to={PEOPLE} search={{ ROLE: String(ROLES.indexOf(role)), PERSON_STATUS: '0' } as never}>
              {ROLE_WORDS[role]} ({people})
            </Link>
          </Fragment>
        ))}
        .
      </Notice>
      <Failure text={failure} />
      {asking ? (
        <Question
          look="primary"
          title="Confirm roles"
          text={
            `You say that everybody has the roles that they should have in ${monthWords(month)}. ` +
            'It is kept in the audit log.'
          }
          yes="Confirm"
          onYes={() => void confirm()}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}
