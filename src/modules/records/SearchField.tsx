import { useEffect, useRef, useState, type ReactElement } from 'react';
import { MAX_NAME } from '#contract/limits.ts';
import { joinValues, splitValues } from '#filters/value.ts';
import type { ToolsProps } from '#list/definition.ts';
import { IconAction } from '#ui/Action.tsx';
import styles from './SearchField.module.css';

/** A pause in typing this long asks. */
const PAUSE_MS = 300;

export interface SearchFieldProps extends Pick<ToolsProps, 'texts' | 'onApply'> {
  /** What is searched. */
  placeholder?: string;
}

/** Finds by words as they are typed; the words are in the address. */
export function SearchField({ texts, onApply, placeholder = 'Place, remark, amount' }: SearchFieldProps): ReactElement {
  const { SEARCH: sought, ...others } = texts;
  const given = splitValues(sought)[0] ?? '';
  const [typed, setTyped] = useState(given);
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(given);
  // Back, a removed chip or 'Clear all' change what is sought; what is being typed is not taken away.
  useEffect(() => {
    if (given === asked.current) return;
    asked.current = given;
    setTyped(given);
  }, [given]);

  const latest = useRef({ others, onApply });
  useEffect(() => {
    latest.current = { others, onApply };
  });
  const ask = (text: string): void => {
    const words = text.trim();
    if (words === asked.current) return;
    asked.current = words;
    latest.current.onApply({ ...latest.current.others, ...(words !== '' && { SEARCH: joinValues([words]) }) });
  };
  useEffect(() => {
    const timer = setTimeout(() => ask(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        ask(typed);
      }}
    >
      <svg
        className={styles.sign}
        width={20}
        height={20}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21" />
      </svg>
      <input
        ref={field}
        type="search"
        className={styles.input}
        aria-label="Search"
        placeholder={placeholder}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={MAX_NAME}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed === '' ? null : (
        <span className={styles.clear}>
          <IconAction
            icon="close"
            name="Clear search"
            onClick={() => {
              setTyped('');
              field.current?.focus();
            }}
          />
        </span>
      )}
    </form>
  );
}
