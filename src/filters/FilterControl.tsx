import { useEffect, useRef, type ReactElement } from 'react';
import type { SortKey } from '#contract/query.ts';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import { usePhone } from '#ui/usePhone.ts';
import { whenAtHand } from '#ui/whenAtHand.ts';
import type { FilterUse } from './catalogue.ts';
import styles from './Filters.module.css';
import { chipsOf, type FilterTexts } from './value.ts';

const Panel = lazyPart(() => import('./FilterPanel.tsx').then((module) => module.FilterPanel));

/** What the address calls the panel. */
const PANEL = 'filters';

export interface FilterControlProps {
  uses: readonly FilterUse[];
  sorts: readonly { key: SortKey; label: string }[];
  texts: FilterTexts;
  sort: SortKey | undefined;
  timeZone: string;
  onApply: (texts: FilterTexts, sort: SortKey | undefined) => void;
}

/** The Filter button with the number of filters in use, and the panel it opens. */
export function FilterControl({ onApply, ...facts }: FilterControlProps): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const phone = usePhone();
  // A sheet over the whole phone is closed by Back; a popover beside its button by a press elsewhere.
  const layer = useAddressLayer('panel', phone);
  const open = layer.value === PANEL;
  const count = chipsOf(facts.uses, facts.texts).length;
  useEffect(() => whenAtHand(() => void Panel.preload().catch(() => undefined)), []);
  const close = (): void => {
    layer.close();
    button.current?.focus();
  };
  return (
    <div className={styles.anchor}>
      <Action
        ref={button}
        icon="filter"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-description={count > 0 ? `${count} in use` : undefined}
        onClick={() => (open ? close() : layer.open(PANEL))}
      >
        <span data-word="">Filter</span>
        {count > 0 ? (
          <span className={styles.count} aria-hidden="true">
            {count}
          </span>
        ) : null}
      </Action>
      {open ? <Panel {...facts} phone={phone} onApply={onApply} onClose={close} /> : null}
    </div>
  );
}
