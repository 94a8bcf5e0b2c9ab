import type { ReactElement } from 'react';
import type { DirectoryRow } from '#contract/people.ts';
import type { CardProps } from '#list/definition.ts';
import { cardStyles as styles } from '#modules/claims/index.ts';
import { Tag } from '#ui/Tag.tsx';
import { rolesText, statusOf } from './words.ts';

/** Somebody of the directory in a few lines. */
export function PersonCard({ row }: CardProps<DirectoryRow>): ReactElement {
  const status = statusOf(row);
  const place = [row.manager && `Reports to ${row.manager.name}`, row.costCentre].filter(Boolean).join(' · ');
  return (
    <>
      <div className={styles.top}>
        <p className={styles.title}>{row.name}</p>
        <span className={styles.aside}>{row.employeeCode}</span>
      </div>
      <p className={styles.line} style={{ overflowWrap: 'anywhere' }}>
        {row.email}
      </p>
      {place === '' ? null : <p className={styles.line}>{place}</p>}
      <div className={styles.tags}>
        <Tag tone={status.tone}>{status.text}</Tag>
        {row.roles.length > 0 ? <Tag tone="info">{rolesText(row.roles)}</Tag> : null}
      </div>
    </>
  );
}
