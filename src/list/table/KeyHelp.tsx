import type { ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './Bar.module.css';
import { KEY_HELP } from './keys.ts';

/** Everything that the keyboard does in the table. */
export function KeyHelp({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Dialog title="Keyboard" size={520} onClose={onClose} footer={<Action onClick={onClose}>Close</Action>}>
      <dl className={styles.help}>
        {KEY_HELP.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
