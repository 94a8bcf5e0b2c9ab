import type { ReactElement } from 'react';
import type { ListDef } from '../definition.ts';
import { ListScreen } from '../ListScreen.tsx';
import styles from './Frame.module.css';

/** A list whose table and what is above it fill the window: only the table scrolls. Content below it follows. */
export function TableScreen<Row>({ def }: { def: ListDef<Row> }): ReactElement {
  return (
    <div className={styles.frame}>
      <ListScreen def={def} />
    </div>
  );
}
