/** What the keyboard does in a table (FIN-15); the help shows it, the rows do it. */
export const KEY_HELP: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['↑', '↓'], 'Go to the row above or below'],
  [['Home', 'End'], 'Go to the first or the last row'],
  [['←', '→'], 'Move the columns'],
  [['Space'], 'Select the row, or no longer'],
  [['Ctrl', 'A'], 'Select all that are pending on this page'],
  [['A'], 'Approve the row, or all that are selected'],
  [['R'], 'Reject the row, or all that are selected'],
  [['E'], 'Type the approved amount'],
  [['M'], 'Type the remark'],
  [['Enter'], 'Open the record; in a field: done'],
  [['Esc'], 'In a field: empty it; else select nothing'],
  [['V', '1', '2'], 'Look at the bill, or at the one of that number'],
  [['C'], 'Copy the id'],
  [['U'], 'Revive what was decided'],
  [['N', 'P'], 'Next page, previous page'],
  [['?'], 'This help'],
];

/** In short, below the table. */
export const KEY_HINTS: readonly (readonly [key: string, does: string])[] = [
  ['↑ ↓', 'move'],
  ['Space', 'select'],
  ['A', 'approve'],
  ['R', 'reject'],
  ['E', 'amount'],
  ['?', 'all keys'],
];

/** Keys that move about, which may be held. */
export const isMove = (key: string): boolean => key === 'Tab' || /^(?:Arrow|Page)/.test(key);

/** Is something typed into this element? */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select'));

/** Does this element do something of its own when it is pressed? */
export const isPressed = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('button, a, summary, input[type=checkbox], input[type=radio]') !== null;

/** A key that is a command, and no part of another. */
export const isPlain = (event: {
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing?: boolean;
  nativeEvent?: { isComposing: boolean };
}): boolean => !event.ctrlKey && !event.metaKey && !event.altKey && !(event.nativeEvent ?? event).isComposing;
