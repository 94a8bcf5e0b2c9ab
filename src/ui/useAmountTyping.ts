import { useLayoutEffect, useRef, type ChangeEvent, type RefObject } from 'react';
import { MAX_AMOUNT_TEXT } from '#contract/limits.ts';
import { groupTyped } from '#domain/money.ts';

const plain = (text: string): string => text.replaceAll(',', '');

/**
 * Where the caret belongs in the regrouped text, so that as many other characters stand before it as did while typing.
 */
export function caretAfter(typed: string, caret: number, grouped: string): number {
  const before = plain(typed.slice(0, caret)).length;
  let seen = 0;
  for (let at = 0; at < grouped.length; at += 1) {
    if (seen === before) return at;
    if (grouped[at] !== ',') seen += 1;
  }
  return grouped.length;
}

/**
 * What of a typed or pasted text an amount field takes: digits and one dot, `limit` characters at the most. Anything
 * else is null: a text that was cut off would be another amount (AMT-3).
 */
export function acceptAmount(typed: string, limit: number): string | null {
  const text = plain(typed.replace(/^[\s₹]+|\s+$/g, ''));
  return /^\d*\.?\d*$/.test(text) && text.length <= limit ? text : null;
}

/** Typing rupees: Indian grouping as one types, the caret staying where it was, and nothing taken that is no amount. */
export function useAmountTyping(
  value: string,
  onChange: (value: string) => void,
): { own: RefObject<HTMLInputElement | null>; change: (event: ChangeEvent<HTMLInputElement>) => void } {
  const own = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== own.current) return;
    own.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  return {
    own,
    change: (event) => {
      const typed = event.currentTarget.value;
      const text = acceptAmount(typed, MAX_AMOUNT_TEXT);
      if (text === null) {
        const added = typed.length - value.length;
        caret.current = Math.max(0, (event.currentTarget.selectionStart ?? typed.length) - added);
        onChange(value);
        return;
      }
      const grouped = groupTyped(text);
      caret.current = caretAfter(typed, event.currentTarget.selectionStart ?? typed.length, grouped);
      onChange(grouped);
    },
  };
}
