import { useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import type { InlineDecision } from '../decision/useInlineDecision.ts';
import { focusField, focusRow } from './useRowFocus.ts';

const fieldOf = (target: EventTarget | null): string | undefined =>
  target instanceof HTMLElement ? target.dataset['field'] : undefined;

/** The fields of a row by the keyboard: the way into them, and what Enter and Escape do there. */
export function useFieldKeys(line: RefObject<HTMLTableRowElement | null>, decision: InlineDecision) {
  /** What was wanted when a field turned out to be missing: Enter in it does that, until it is left. */
  const wanted = useRef<boolean | null>(null);
  /** The key that the row was told with last: held down, it is nothing that is typed into the field that it led to. */
  const told = useRef('');

  const decide = (approve: boolean): void =>
    void decision.decide(approve).then((wrong) => {
      wanted.current = focusField(line.current, wrong) ? approve : null;
    });
  return {
    decide,
    /** Another key than those that decide leads to a field: Enter there ends it, and nothing else. */
    goTo: (name: string | null): boolean => {
      wanted.current = null;
      return focusField(line.current, name);
    },
    tell: (key: string): void => {
      told.current = key.toLowerCase();
    },
    press: (event: KeyboardEvent, name: string): void => {
      if (!event.repeat) told.current = '';
      if (event.repeat && (event.key === 'Enter' || event.key.toLowerCase() === told.current)) event.preventDefault();
      else if (event.key === 'Enter') {
        event.preventDefault();
        const then = wanted.current;
        wanted.current = null;
        focusRow(line.current ?? undefined);
        if (then !== null) decide(then);
      } else if (event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        wanted.current = null;
        decision.set(name, '');
        focusRow(line.current ?? undefined);
      }
    },
    leave: ({ target, relatedTarget }: FocusEvent): void => {
      const another = line.current?.contains(relatedTarget) && fieldOf(relatedTarget) !== undefined;
      // Where the whole window is left the field keeps its place.
      if (fieldOf(target) !== undefined && !another && document.activeElement !== target) wanted.current = null;
    },
  };
}
