import type { ReactElement } from 'react';
import { usePendingCounts } from '#data/pendingCounts.ts';
import { splitValues } from '#filters/value.ts';
import type { ToolsProps } from '#list/definition.ts';
import { Action } from '#ui/Action.tsx';
import styles from './AdminViews.module.css';
import { TO_CANCEL, TO_DECIDE } from './filters.ts';

const VIEWS = [
  ['To decide', TO_DECIDE, 'trips'],
  ['To cancel', TO_CANCEL, 'cancellations'],
] as const;

/** The same codes, in whatever order somebody chose them. */
const same = (text: string | undefined, codes: string): boolean =>
  splitValues(text).toSorted().join() === splitValues(codes).toSorted().join();

/**
 * What waits for an admin: trips to be decided, and cancellations that were asked for, which concern approved trips too
 * (ADM-11).
 */
export function AdminViews({ texts, onApply }: ToolsProps): ReactElement {
  const { counts } = usePendingCounts();
  return (
    <div className={styles.views} role="group" aria-label="What waits">
      {VIEWS.map(([label, filters, queue]) => {
        const count = counts?.admin?.[queue];
        const chosen =
          same(texts.ADMIN_APPROVAL_STATUS, filters.ADMIN_APPROVAL_STATUS) &&
          same(texts.CANCELLATION_STATUS, filters.CANCELLATION_STATUS);
        return (
          <Action
            key={label}
            small
            look={chosen ? 'plain' : 'quiet'}
            aria-pressed={chosen}
            onClick={() => onApply({ ...texts, ...filters })}
          >
            {label}
            <span className={styles.count}>{count ? ` (${count})` : null}</span>
          </Action>
        );
      })}
    </div>
  );
}
