/** What can be picked from a list: the value that is sent, and its name for people. */
export interface PickOption {
  value: string;
  label: string;
}

/** Maximum options shown in an open list; typing finds the others. */
const MAX_SHOWN = 100;

/** The options that hold what is typed, in their value or their name, whatever the case. */
function found(options: readonly PickOption[], typed: string): { shown: readonly PickOption[]; more: number } {
  const text = typed.trim().toLowerCase();
  const all =
    text === ''
      ? options
      : options.filter(({ value, label }) => value.toLowerCase().includes(text) || label.toLowerCase().includes(text));
  return { shown: all.slice(0, MAX_SHOWN), more: Math.max(0, all.length - MAX_SHOWN) };
}

/** Maximum number of options for which 'select all' is useful. */
const MANY = 6;
/** The option for all that is shown. */
export const ALL = '\u0000all';

/** What an open list shows: before many options one for all of them, as far as they all stand there. */
export function rowsOf(
  options: readonly PickOption[],
  typed: string,
  many: boolean,
): { rows: readonly PickOption[]; shown: readonly PickOption[]; more: number } {
  const { shown, more } = found(options, typed);
  const all = many && more === 0 && shown.length >= MANY;
  return {
    rows: all ? [{ value: ALL, label: `All ${shown.length}${typed.trim() === '' ? '' : ' found'}` }, ...shown] : shown,
    shown,
    more,
  };
}

/**
 * What is chosen after a press on an option of many: it goes if it was chosen, else it comes; so do all of them
 * together.
 */
export function pressed(value: string, chosen: readonly string[], shown: readonly PickOption[]): string[] {
  const meant = value === ALL ? shown.map((option) => option.value) : [value];
  return meant.every((each) => chosen.includes(each))
    ? chosen.filter((each) => !meant.includes(each))
    : [...chosen, ...meant.filter((each) => !chosen.includes(each))];
}

/** The name of a value; the value itself where no option has it (a list that changed, or is not there yet). */
export const shownOf = (options: readonly PickOption[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;
