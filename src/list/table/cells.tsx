import { memo, useEffect, useRef, type ReactElement } from 'react';
import { BillEyes } from '#files/BillEyes.tsx';
import type { BillSource } from '#files/source.ts';
import { copyText } from '#ui/CopyAction.tsx';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toast.ts';
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

/** What kind of id it is, and as many of its last characters as distinguish it from its neighbours. */
const HEAD = 3;
const TAIL = 6;

/** A long id in a narrow place: its middle is left out to the eye, and to nobody else. */
export function LongId({ id }: { id: string }): ReactElement {
  if (id.length <= HEAD + TAIL + 1) return <span>{id}</span>;
  return (
    <span className={styles.longId} title={id}>
      {id.slice(0, HEAD)}
      <span>{id.slice(HEAD, -TAIL)}</span>
      {id.slice(-TAIL)}
    </span>
  );
}

export interface IdCellProps {
  id: string;
  words: { name: string; copied: string };
  reachable: boolean;
  onOpen: () => void;
}

/** The record's name in its row: opens the record, and can be copied. */
export function IdCell({ id, words, reachable, onOpen }: IdCellProps): ReactElement {
  const copy = (): void =>
    void copyText(id).then((ok) =>
      ok ? toast.success(words.copied) : toast.error(`Could not copy. The id is ${id}.`),
    );
  const tabIndex = reachable ? 0 : -1;
  return (
    <span className={styles.idCell}>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        title={id}
        tabIndex={tabIndex}
        onClick={onOpen}
      >
        <LongId id={id} />
      </button>
      <button
        type="button"
        className={styles.copy}
        data-copy=""
        aria-label={words.name}
        title={`${words.name}, ${id}`}
        tabIndex={tabIndex}
        onClick={copy}
      >
        <Icon name="copy" size={16} />
      </button>
    </span>
  );
}

/** The header's checkbox: all that are pending on this page. */
export const SelectAll = memo(function SelectAll({
  chosen,
  selectable,
  onAll,
}: {
  chosen: number;
  selectable: number;
  onAll: (all: boolean) => void;
}): ReactElement {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < selectable;
  }, [chosen, selectable]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all pending on this page"
      checked={selectable > 0 && chosen === selectable}
      disabled={selectable === 0}
      onChange={(event) => onAll(event.currentTarget.checked)}
    />
  );
});
