import type { ReactElement } from 'react';
import type { Duplicate } from '#contract/fields.ts';
import { useSession } from '#data/session.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { Action } from '#ui/Action.tsx';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import { CompareBills } from './CompareBills.tsx';
import styles from './Card.module.css';

/** So many are named in the warning, too. */
const OFFERED = 3;

/**
 * Buttons that open the bills of this claim beside those of another one with the same bill, of those that the reader
 * may see: of others the server names no id (DOC-8, DOC-24).
 */
export function SameBills({ id, others }: { id: string; others: readonly Duplicate[] }): ReactElement {
  const { timeZone } = useSession();
  const layer = useAddressLayer('view');
  const seen = others.flatMap((other) => (other.id === undefined ? [] : [{ ...other, id: other.id }]));
  const name = (otherId: string): string => `${id}~${otherId}`;
  const compared = seen.find((other) => name(other.id) === layer.value);
  return (
    <div className={styles.tags}>
      {seen.slice(0, OFFERED).map(({ id: otherId, employeeName, expenseDate }) => (
        <Action key={otherId} small icon="eye" aria-haspopup="dialog" onClick={() => layer.open(name(otherId))}>
          {[
            `Compare with ${employeeName ?? otherId}`,
            ...(seen.length === 1 || expenseDate === undefined ? [] : [formatDay(dayOf(expenseDate, timeZone))]),
          ].join(', ')}
        </Action>
      ))}
      {compared ? <CompareBills id={id} otherId={compared.id} onClose={layer.close} /> : null}
    </div>
  );
}
