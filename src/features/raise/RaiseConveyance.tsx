import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { raiseConveyance } from './conveyance.ts';
import { LocalViewSwitch } from './LocalViewSwitch.tsx';
import styles from './Raise.module.css';

export function RaiseConveyance(): ReactElement {
  return (
    <>
      <div className={styles.views}>
        <LocalViewSwitch current="conveyance" />
      </div>
      <ListScreen def={raiseConveyance} />
    </>
  );
}
