/** What can be picked from a list: the value that is sent, and its name for people. */
export interface PickOption {
  value: string;
  label: string;
}

/** So many stand in an open list; typing finds the others. */
const MOST_SHOWN = 100;

/** The options that hold what is typed, in their value or their name, whatever the case. */
export function found(options: readonly PickOption[], typed: string): { shown: readonly PickOption[]; more: number } {
  const text = typed.trim().toLowerCase();
  const all = text === '' ? options : options.filter(({ value, label }) => value.toLowerCase().includes(text) || label.toLowerCase().includes(text));
  return { shown: all.slice(0, MOST_SHOWN), more: Math.max(0, all.length - MOST_SHOWN) };
}

/** The name of a value; the value itself where no option has it (a list that changed, or is not there yet). */
export const shownOf = (options: readonly PickOption[], value: string): string => options.find((option) => option.value === value)?.label ?? value;
