import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { raiseLocalExpense } from './localExpense.ts';
import { LocalViewSwitch } from './LocalViewSwitch.tsx';
import styles from './Raise.module.css';

export function RaiseLocalExpense(): ReactElement {
  return (
    <>
      <div className={styles.views}>
        <LocalViewSwitch current="expense" />
      </div>
      <ListScreen def={raiseLocalExpense} />
    </>
  );
}
