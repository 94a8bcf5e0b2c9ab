import type { ReactElement } from 'react';
import type { FilterKey } from '#contract/query.ts';
import { Action } from '#ui/Action.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { FilterUse } from './catalogue.ts';
import styles from './Filters.module.css';
import { chipsOf, type FilterTexts } from './value.ts';

export interface FilterChipsProps {
  uses: readonly FilterUse[];
  texts: FilterTexts;
  onRemove: (key: FilterKey) => void;
  onClear: () => void;
}

/** What the list is narrowed by: removable unless fixed, and 'Clear all' (LIST-9). 'Apply' is in FilterPanel.tsx. */
export function FilterChips({ uses, texts, onRemove, onClear }: FilterChipsProps): ReactElement | null {
  const chips = chipsOf(uses, texts);
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters in use">
      {chips.map((chip) => (
        <li key={chip.key}>
          <span className={chip.fixed ? styles.chip : `${styles.chip} ${styles.removable}`}>
            <span>{chip.text}</span>
            {chip.fixed ? null : (
              <button
                type="button"
                className={styles.remove}
                aria-label={`Remove ${chip.text}`}
                onClick={() => onRemove(chip.key)}
              >
                <Icon name="close" size={16} />
              </button>
            )}
          </span>
        </li>
      ))}
      {chips.some((chip) => !chip.fixed) ? (
        <li>
          <Action look="quiet" small onClick={onClear}>
            Clear all
          </Action>
        </li>
      ) : null}
    </ul>
  );
}
