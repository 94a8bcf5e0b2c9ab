import { useId, useState, type ReactElement } from 'react';
import type { SortKey } from '#contract/query.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useAfterPaint } from '#ui/useAfterPaint.ts';
import { CATALOGUE, labelOf, type FilterUse } from './catalogue.ts';
import { CitiesFilter, CodesFilter, PeopleFilter } from './manyFilters.tsx';
import styles from './Panel.module.css';
import { Popover } from './Popover.tsx';
import { RangeFilter } from './RangeFilter.tsx';
import { clearedTexts, type FilterTexts } from './value.ts';

export interface FilterPanelProps {
  uses: readonly FilterUse[];
  sorts: readonly { key: SortKey; label: string }[];
  texts: FilterTexts;
  sort: SortKey | undefined;
  timeZone: string;
  phone: boolean;
  onApply: (texts: FilterTexts, sort: SortKey | undefined) => void;
  onClose: () => void;
}

/** All filters of a list; nothing happens until 'Apply' (LIST-9). A sheet on phones, a popover on desktop. */
export function FilterPanel({
  uses,
  sorts,
  texts,
  sort,
  timeZone,
  phone,
  onApply,
  onClose,
}: FilterPanelProps): ReactElement {
  const [draft, setDraft] = useState<FilterTexts>(texts);
  const [order, setOrder] = useState(sort);
  // Remount fields that keep unfinished text in their own state after 'Clear all'.
  const [round, setRound] = useState(0);
  const sortName = useId();
  const ready = useAfterPaint(phone);
  const set =
    (key: FilterUse['key']) =>
    (text: string | undefined): void =>
      setDraft((before) => {
        const next = { ...before };
        if (text === undefined) delete next[key];
        else next[key] = text;
        return next;
      });
  const clear = (): void => {
    const cleared = clearedTexts(uses);
    setDraft(cleared);
    setOrder(undefined);
    setRound(round + 1);
    onApply(cleared, undefined);
  };

  const body = (
    <div className={styles.fields} key={round}>
      {uses.map((use) => {
        const { control } = CATALOGUE[use.key];
        const common = { label: labelOf(use), text: draft[use.key], onChange: set(use.key) };
        if (control.kind === 'codes')
          return (
            <CodesFilter
              key={use.key}
              {...common}
              codes={use.codes ? control.codes.filter(({ code }) => use.codes?.includes(code)) : control.codes}
            />
          );
        if (control.kind === 'range')
          return <RangeFilter key={use.key} {...common} presets={control.presets} timeZone={timeZone} />;
        if (control.kind === 'words') return null;
        if (control.kind === 'cities') return <CitiesFilter key={use.key} {...common} />;
        return <PeopleFilter key={use.key} {...common} control={control} />;
      })}
      {sorts.length > 0 ? (
        <fieldset className={styles.group}>
          <legend>Sort by</legend>
          <div className={styles.options}>
            {[{ key: undefined, label: 'Newest first' }, ...sorts].map((each) => (
              <label key={each.label} className={styles.option}>
                <input type="radio" name={sortName} checked={order === each.key} onChange={() => setOrder(each.key)} />
                <span>{each.label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
    </div>
  );
  const footer = (
    <>
      <Action onClick={clear}>Clear all</Action>
      <Action
        look="primary"
        onClick={() => {
          onApply({ ...clearedTexts(uses), ...draft }, order);
          onClose();
        }}
      >
        Apply
      </Action>
    </>
  );
  return phone ? (
    <Dialog title="Filters" onClose={onClose} footer={footer}>
      {ready ? body : null}
    </Dialog>
  ) : (
    <Popover title="Filters" onClose={onClose} footer={footer}>
      {body}
    </Popover>
  );
}
