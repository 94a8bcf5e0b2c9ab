import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
} from 'react';
import fieldStyles from './Field.module.css';
import { FieldFrame, describedBy, type FieldProps } from './FieldFrame.tsx';
import { Icon } from './Icon.tsx';
import { IconAction } from './Action.tsx';
import { ALL, pressed, rowsOf, shownOf, type PickOption } from './picking.ts';
import styles from './Pick.module.css';

export interface PickInputProps extends FieldProps {
  /** Undefined while they are being fetched. */
  options: readonly PickOption[] | undefined;
  /** Why there are none: they could not be fetched. */
  failure?: { text: string; again: () => void } | undefined;
  /** What the list says when it is empty. */
  none?: string;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  /** Any number of them, and not one. */
  many?: boolean;
}

/** One or several out of a list that is searched while typing. The list stays open while several are chosen. */
export function PickInput({
  options,
  failure,
  none = 'Nothing to choose',
  chosen,
  onChange,
  onBlur,
  inputRef,
  many = false,
  required = false,
  ...field
}: PickInputProps): ReactElement {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const { rows, shown, more } = rowsOf(options ?? [], typed, many);
  const labels = chosen.map((value) => shownOf(options ?? [], value));

  useEffect(() => {
    // The whole list, and on a phone above the keyboard.
    if (open) list.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, id]);

  const close = (): void => {
    setOpen(false);
    setTyped('');
    setActive(-1);
  };
  const toggle = (value: string): void => {
    if (many) onChange(pressed(value, chosen, shown));
    else {
      onChange([value]);
      close();
    }
  };
  const has = (value: string): boolean =>
    value === ALL ? shown.every((option) => chosen.includes(option.value)) : chosen.includes(value);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (rows.length === 0) return;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(active < 0 ? (step > 0 ? 0 : rows.length - 1) : (active + step + rows.length) % rows.length);
    } else if (event.key === 'Enter') {
      // Enter chooses; it never sends the form from here.
      event.preventDefault();
      const option = rows[active] ?? (typed.trim() !== '' ? shown[0] : undefined);
      if (open && option) toggle(option.value);
      else setOpen(!open);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    } else if (event.key === 'Backspace' && typed === '' && chosen.length > 0) onChange(chosen.slice(0, -1));
  };

  const keepFocus = (event: MouseEvent): void => {
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
  };
  const pressBox = (event: MouseEvent): void => {
    if (field.disabled || (event.target as Element).closest('button, input')) return;
    document.getElementById(id)?.focus();
    setOpen(!open);
  };

  const described = describedBy(id, field);
  return (
    <FieldFrame id={id} required={required} {...field}>
      <div className={styles.anchor} data-open={open ? '' : undefined}>
        {/* A press beside the input is one on the input, which has the keys. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
        <div
          className={`${fieldStyles.box} ${styles.box}`}
          data-wrong={field.error ? '' : undefined}
          data-off={field.disabled ? '' : undefined}
          onMouseDown={keepFocus}
          onClick={pressBox}
        >
          <div className={styles.inside}>
            {labels.length > 0 && !(open && !many) ? (
              <span className={many ? styles.chips : styles.one} aria-hidden="true">
                {briefly(labels).map((label) => (
                  <span key={label} className={many ? styles.chip : undefined}>
                    {label}
                  </span>
                ))}
              </span>
            ) : null}
            <input
              ref={inputRef}
              id={id}
              className={styles.input}
              data-idle={!open && chosen.length > 0 ? '' : undefined}
              role="combobox"
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="done"
              placeholder={
                chosen.length > 0 && !open ? undefined : open ? 'Type to search' : many && !required ? 'Any' : 'Choose'
              }
              aria-autocomplete="list"
              aria-expanded={open}
              aria-controls={`${id}-options`}
              aria-activedescendant={open && rows[active] ? `${id}-${active}` : undefined}
              aria-required={required || undefined}
              aria-invalid={described['aria-invalid']}
              aria-describedby={
                [labels.length > 0 ? `${id}-chosen` : '', described['aria-describedby'] ?? '']
                  .filter(Boolean)
                  .join(' ') || undefined
              }
              value={typed}
              disabled={field.disabled}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setOpen(true);
                setActive(-1);
              }}
              onClick={() => setOpen(true)}
              onKeyDown={press}
              onBlur={() => {
                close();
                onBlur?.();
              }}
            />
          </div>
          {chosen.length > 0 && !field.disabled ? (
            <IconAction
              icon="close"
              name={`Clear ${field.label}`}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChange([])}
            />
          ) : (
            <span className={styles.arrow} aria-hidden="true" />
          )}
        </div>
        <div
          ref={list}
          className={styles.list}
          hidden={!open}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          <div
            id={`${id}-options`}
            role="listbox"
            aria-label={field.label}
            aria-multiselectable={many || undefined}
            className={styles.options}
          >
            {open
              ? rows.map((option, index) => (
                  // The keys are the field's (aria-activedescendant).
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                  <div
                    key={option.value}
                    id={`${id}-${index}`}
                    role="option"
                    aria-selected={has(option.value)}
                    className={styles.option}
                    data-active={index === active ? '' : undefined}
                    onClick={() => toggle(option.value)}
                  >
                    <span className={many ? styles.tick : styles.dot} aria-hidden="true">
                      {has(option.value) && many ? <Icon name="check" size={16} /> : null}
                    </span>
                    {option.label}
                  </div>
                ))
              : null}
          </div>
          {open ? (
            <Below options={options} failure={failure} none={none} shown={shown.length} more={more} typed={typed} />
          ) : null}
        </div>
        <span id={`${id}-chosen`} hidden>
          {labels.join(', ')}
        </span>
        <span role="status" className="k-spoken">
          {open && typed.trim() !== '' ? `${shown.length + more} found` : ''}
        </span>
      </div>
    </FieldFrame>
  );
}

/** More than these would fill the form. */
const MAX_CHIPS = 8;
const briefly = (labels: readonly string[]): readonly string[] =>
  labels.length <= MAX_CHIPS
    ? labels
    : [...labels.slice(0, MAX_CHIPS - 2), `and ${labels.length - MAX_CHIPS + 2} more`];

/** What there is to say below a list that shows nothing, or not all. */
function Below({
  options,
  failure,
  none,
  shown,
  more,
  typed,
}: {
  options: readonly PickOption[] | undefined;
  failure: PickInputProps['failure'];
  none: string;
  shown: number;
  more: number;
  typed: string;
}): ReactElement | null {
  if (failure) {
    return (
      <p className={styles.note}>
        {failure.text}{' '}
        <button type="button" tabIndex={-1} className={styles.again} onClick={failure.again}>
          Try again
        </button>
      </p>
    );
  }
  if (options === undefined) return <p className={styles.note}>Loading…</p>;
  if (options.length === 0) return <p className={styles.note}>{none}</p>;
  if (shown === 0) return <p className={styles.note}>{`Nothing like “${typed.trim()}”`}</p>;
  return more > 0 ? <p className={styles.note}>{`${more} more. Type to find them.`}</p> : null;
}
