import type { ReactElement } from 'react';
import styles from './Card.module.css';

/** Names and values, read-only; what has no value is left out. */
export function Details({
  items,
}: {
  items: readonly (readonly [name: string, value: string | null | undefined])[];
}): ReactElement {
  return (
    <dl className={styles.facts}>
      {items.flatMap(([name, value]) =>
        value ? [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>] : [],
      )}
    </dl>
  );
}
