import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import type { Hold } from '#contract/retention.ts';
import { useSession } from '#data/session.ts';
import { useOnlinePress } from '#form/useOnlinePress.ts';
import { Action } from '#ui/Action.tsx';
import { momentText } from '#ui/moments.ts';
import { Tag } from '#ui/Tag.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import styles from './Retention.module.css';

/** Legal holds, each with who set it and why; `named`: with whom or what it is on. */
export const HoldRows = ({ holds, named = false }: { holds: readonly Hold[]; named?: boolean }): ReactElement => (
  <ul className={styles.rows}>
    {holds.map((hold) => (
      <HoldRow key={hold.holdId} hold={hold} named={named} />
    ))}
  </ul>
);

const subjectOf = ({ subjectName, subjectId, subjectKind }: Hold): string =>
  subjectKind === 'person' ? (subjectName ?? subjectId) : `${subjectId}${subjectName ? ` of ${subjectName}` : ''}`;

function HoldRow({ hold, named }: { hold: Hold; named: boolean }): ReactElement {
  const { timeZone } = useSession();
  const [lifting, setLifting] = useState(false);
  const online = useOnlinePress();
  const holds = hold.liftedAt === null;
  return (
    <li>
      <div className={styles.head}>
        <p className={styles.name}>
          {!named ? (
            'Legal hold'
          ) : hold.subjectKind === 'person' ? (
            <Link to="/people/$id" params={{ id: hold.subjectId }}>
              {subjectOf(hold)}
            </Link>
          ) : (
            subjectOf(hold)
          )}
        </p>
        <Tag tone={holds ? 'wait' : 'plain'}>{holds ? 'Held' : 'Lifted'}</Tag>
      </div>
      <p className={styles.soft}>{`${momentText(hold.setAt, timeZone)}, ${hold.setBy}: ${hold.reason}`}</p>
      {hold.liftedAt === null ? (
        <div>
          <Action small look="soft" aria-haspopup="dialog" {...online(() => setLifting(true))}>
            Lift
          </Action>
        </div>
      ) : (
        <p className={styles.soft}>
          {`Lifted ${momentText(hold.liftedAt, timeZone)}, ${hold.liftedBy ?? ''}: ${hold.liftReason ?? ''}`}
        </p>
      )}
      {lifting ? <ReasonDialog does="lift" id={hold.holdId} onClose={() => setLifting(false)} /> : null}
    </li>
  );
}
