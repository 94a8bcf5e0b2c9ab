import { Input } from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement, type Ref } from 'react';
import { MAX_NAME } from '#contract/limits.ts';
import { foldCity } from '#domain/citySearch.ts';
import styles from './City.module.css';
import { FieldBox, boxProps } from './FieldBox.tsx';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';

interface CityChoice {
  city: string;
  /** Where it is. */
  state?: string | undefined;
}

export interface CityInputProps extends FieldProps {
  /** The chosen city; empty while none is. */
  value: string;
  onChange: (city: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  /** Told what is typed, for `choices` to follow; '' when nothing is looked for. */
  onType: (text: string) => void;
  choices: readonly CityChoice[];
  /** `choices` do not yet belong to what is typed. */
  searching: boolean;
  /** Any name may be chosen: of a place abroad, or while no list can be asked. */
  anyName: boolean;
  /** A city that stays valid though no list has it: the one on the record. */
  known?: string | undefined;
}

const NOT_CHOSEN = 'Please choose a city from the list';

/**
 * One city, found while typing. Its value is a chosen city or nothing: typed text that is no city stays to be seen,
 * with what is wrong with it, and is never taken for one (LIST-16).
 */
export function CityInput({
  value,
  onChange,
  onBlur,
  inputRef,
  onType,
  choices,
  searching,
  anyName,
  known,
  ...field
}: CityInputProps): ReactElement {
  const id = useId();
  /** What is typed since the last choice; null shows the choice. */
  const [typed, setTyped] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  /** Has been left with this text: from then on it is judged. */
  const [left, setLeft] = useState(false);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const [shownValue, setShownValue] = useState(value);
  if (shownValue !== value) {
    setShownValue(value);
    // A value that came from elsewhere is what the field shows.
    if (value !== '') setTyped(null);
  }

  const text = typed ?? value;
  const clean = text.trim().replace(/\s+/g, ' ').slice(0, MAX_NAME);
  const same = (city: string | undefined): city is string =>
    city !== undefined && city !== '' && foldCity(city) === foldCity(text);
  const listed = typed === null || clean === '' ? [] : choices;
  const own =
    anyName && typed !== null && clean !== '' && !searching && !listed.some((each) => same(each.city)) ? clean : null;
  const options: readonly (CityChoice & { typed?: boolean })[] =
    own === null ? listed : [...listed, { city: own, typed: true }];
  const shown = focused && open && options.length > 0;
  const judged = typed !== null && clean !== '' && left && !searching;

  const settle = (city: string): void => {
    setTyped(null);
    setOpen(false);
    setActive(-1);
    onType('');
    if (city !== value) onChange(city);
  };
  const type = (next: string): void => {
    setTyped(next);
    setLeft(false);
    setOpen(true);
    setActive(-1);
    onType(next);
  };

  // Leaving the field with the whole name of a city chooses it; the answer of a look-up may come later than that.
  const match = judged
    ? ([value, known, ...choices.map((each) => each.city)].find(same) ?? (anyName ? clean : undefined))
    : undefined;
  useEffect(() => {
    // The value is the form's: it hears of the match when the look-up has answered, not while it renders.
    // oxlint-disable-next-line react/set-state-in-effect
    if (match !== undefined) settle(match);
    else if (judged && value !== '') onChange('');
  });
  useEffect(() => {
    if (shown) list.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(active < 0 ? (step > 0 ? 0 : options.length - 1) : (active + step + options.length) % options.length);
    } else if (event.key === 'Enter' && typed !== null) {
      // The first of the list is the best; a name that nobody knows is taken by its own row only.
      event.preventDefault();
      const chosen = options[active] ?? (searching ? undefined : options[0]);
      if (chosen) settle(chosen.city);
    } else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      settle(value);
    }
  };
  const leave = (): void => {
    setFocused(false);
    setLeft(true);
    setOpen(false);
    setActive(-1);
    if (clean === '' && typed !== null) settle('');
    onBlur?.();
  };

  const error = judged && match === undefined ? NOT_CHOSEN : typed !== null && clean !== '' ? undefined : field.error;
  const said =
    !focused || typed === null || clean === ''
      ? ''
      : searching
        ? ''
        : listed.length === 0
          ? 'No such city'
          : `${listed.length} ${listed.length === 1 ? 'city' : 'cities'}`;

  const shownField = { ...field, error };

  return (
    <FieldFrame id={id} {...shownField}>
      <div className={styles.anchor}>
        <FieldBox id={id} field={shownField}>
          <Input
            {...boxProps(shownField)}
            ref={inputRef}
            role="combobox"
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            enterKeyHint="next"
            maxLength={MAX_NAME}
            placeholder={field.disabled ? undefined : 'Type to search'}
            aria-autocomplete="list"
            aria-expanded={shown}
            aria-controls={`${id}-options`}
            aria-activedescendant={shown && options[active] ? `${id}-${active}` : undefined}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onFocus={() => {
              setFocused(true);
              if (typed !== null) setOpen(true);
            }}
            onBlur={leave}
            onKeyDown={press}
          />
        </FieldBox>
        <div
          ref={list}
          id={`${id}-options`}
          role="listbox"
          aria-label="Suggestions"
          className={styles.options}
          hidden={!shown}
        >
          {options.map((option, index) => (
            // The keys are the field's (aria-activedescendant). The pointer must not take the focus away first: leaving
            // the field would settle it.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={option.typed ? 'typed' : option.city}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.option}
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => settle(option.city)}
            >
              <span>{option.typed ? `Use “${option.city}”` : option.city}</span>
              {option.state ? <small>{option.state}</small> : null}
            </div>
          ))}
        </div>
        {focused && open && said === 'No such city' && own === null ? (
          <p className={styles.none}>No such city</p>
        ) : null}
        <span role="status" className="k-spoken">
          {said}
        </span>
      </div>
    </FieldFrame>
  );
}
