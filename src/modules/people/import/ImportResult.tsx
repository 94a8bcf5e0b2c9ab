import { useId, type ReactElement, type ReactNode } from 'react';
import type { ImportAnswer } from '#contract/peopleImport.ts';
import { Notice } from '#ui/Notice.tsx';
import styles from './Import.module.css';
import { number } from './words.ts';

/** Rows of one kind; the rest of many is a number. */
function Group({
  title,
  count,
  children,
}: {
  title: string;
  count: number;
  children: ReactNode[];
}): ReactElement | null {
  const id = useId();
  if (count === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id}>
        {title} <span>{number(count)}</span>
      </h2>
      <ul>{children}</ul>
      {count > children.length ? <p className={styles.more}>and {number(count - children.length)} others</p> : null}
    </section>
  );
}

const Line = ({ line, children }: { line: number | null; children: ReactNode }): ReactElement => (
  <li>
    <span className={styles.line}>{line === null ? '' : `Line ${line}`}</span>
    <div>{children}</div>
  </li>
);
/** An empty value as people read it. */
const shown = (value: string | null): string => (value === null || value === '' ? '–' : value);

/** What a file does, by kind: who is refused comes first. */
export function ImportResult({ answer }: { answer: ImportAnswer }): ReactElement {
  const { counts, refused, added, changed, leaving, passedOver } = answer;
  return (
    <div className={styles.groups}>
      {passedOver.length > 0 ? (
        <Notice tone="info" icon="warning">{`Not read: ${passedOver.join(', ')}.`}</Notice>
      ) : null}
      <Group title="Refused" count={counts.refused}>
        {refused.map(({ line, name, reason }, at) => (
          <Line key={`${line} ${at}`} line={line}>
            <b>{name}</b>
            <p className={styles.reason}>{reason}</p>
          </Line>
        ))}
      </Group>
      <Group title="Leaving" count={counts.leaving}>
        {leaving.map(({ name, email }) => (
          <Line key={email} line={null}>
            <b>{name}</b>
            <p>{email}</p>
          </Line>
        ))}
      </Group>
      <Group title="Changed" count={counts.changed}>
        {changed.map(({ line, name, changes }, at) => (
          <Line key={`${line} ${at}`} line={line}>
            <b>{name}</b>
            {changes.map(({ field, before, after }) => (
              <p key={field}>{`${field}: ${shown(before)} → ${shown(after)}`}</p>
            ))}
          </Line>
        ))}
      </Group>
      <Group title="New" count={counts.added}>
        {added.map(({ line, name, email, employeeCode }) => (
          <Line key={line} line={line}>
            <b>{name}</b>
            <p>{`${employeeCode} · ${email}`}</p>
          </Line>
        ))}
      </Group>
    </div>
  );
}
