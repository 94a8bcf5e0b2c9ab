import { useId, useState, type KeyboardEvent, type ReactElement } from 'react';
import { MAX_FILTER_VALUES } from '#contract/limits.ts';
import { Action, IconAction } from '#ui/Action.tsx';
import styles from './Many.module.css';
import { joinValues, splitValues } from './value.ts';

interface Suggestion {
  value: string;
  /** What else tells it from the others. */
  note?: string;
}

export interface ManyTextsProps {
  label: string;
  text: string | undefined;
  onChange: (text: string | undefined) => void;
  typed: string;
  onType: (typed: string) => void;
  suggestions: readonly Suggestion[];
  /** How many may be chosen; where it is one, another takes its place. */
  most?: number;
}

/** Several texts, suggested while typing; any text may be entered too, which without a network is all there is. */
export function ManyTexts({
  label,
  text,
  onChange,
  typed,
  onType,
  suggestions,
  most = MAX_FILTER_VALUES,
}: ManyTextsProps): ReactElement {
  const id = useId();
  const [active, setActive] = useState(-1);
  const chosen = splitValues(text);
  const options = suggestions.filter(({ value }) => value !== '' && !chosen.includes(value));

  const add = (value: string): void => {
    const clean = value.trim();
    onType('');
    setActive(-1);
    if (clean === '' || chosen.includes(clean)) return;
    if (most === 1) onChange(joinValues([clean]));
    else if (chosen.length < most) onChange(joinValues([...chosen, clean]));
  };
  const remove = (value: string): void => {
    const rest = chosen.filter((each) => each !== value);
    onChange(rest.length > 0 ? joinValues(rest) : undefined);
  };
  /** A text that is a suggestion but for its case is that one. */
  const enter = (): void =>
    add(options.find(({ value }) => value.toLowerCase() === typed.trim().toLowerCase())?.value ?? typed);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(options.length === 0 ? -1 : (active + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const option = options[active];
      if (option) add(option.value);
      else enter();
    } else if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation();
      onType('');
    } else if (event.key === 'Backspace' && typed === '' && chosen.length > 0) remove(chosen.at(-1) ?? '');
  };

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {chosen.length > 0 ? (
        <ul className={styles.chosen} aria-label={`Chosen for ${label.toLowerCase()}`}>
          {chosen.map((value) => (
            <li key={value}>
              <span>{value}</span>
              <IconAction icon="close" name={`Remove ${value}`} onClick={() => remove(value)} />
            </li>
          ))}
        </ul>
      ) : null}
      <div className={styles.row}>
        <input
          id={id}
          className={styles.input}
          role="combobox"
          autoComplete="off"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 && options[active] ? `${id}-${active}` : undefined}
          placeholder="Type to search"
          value={typed}
          onChange={(event) => {
            onType(event.currentTarget.value);
            setActive(-1);
          }}
          onKeyDown={press}
          onBlur={enter}
        />
        {typed.trim() !== '' ? (
          <Action small onPointerDown={(event) => event.preventDefault()} onClick={enter}>
            Add
          </Action>
        ) : null}
      </div>
      <div
        id={`${id}-options`}
        role="listbox"
        aria-label="Suggestions"
        className={styles.options}
        hidden={options.length === 0}
      >
        {options.map(({ value, note }, index) => (
          // The pointer must not take the focus away first: leaving the field would enter the typed text.
          <button
            type="button"
            tabIndex={-1}
            key={value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(value)}
          >
            <span>{value}</span>
            {note ? <small>{note}</small> : null}
          </button>
        ))}
      </div>
    </div>
  );
}
