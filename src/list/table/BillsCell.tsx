import type { ReactElement } from 'react';
import { BillEyes } from '#files/BillEyes.tsx';
import type { BillSource } from '#files/source.ts';
import { Icon } from '#ui/Icon.tsx';
import styles from './Table.module.css';

/** The bills of a row, and a sign where something should be looked at twice; the dialog says it in full. */
export function BillsCell({
  sources,
  id,
  warnings,
  reachable,
}: {
  sources: readonly BillSource[];
  id: string;
  warnings: readonly string[];
  reachable: boolean;
}): ReactElement {
  return (
    <span className={styles.bills}>
      <BillEyes sources={sources} of={id} reachable={reachable} />
      {warnings.length > 0 ? (
        <span role="img" className={styles.warning} aria-label={warnings.join(' ')} title={warnings.join('\n')}>
          <Icon name="warning" size={18} />
        </span>
      ) : null}
    </span>
  );
}
