import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeThemeOverrides,
  mergeMantineTheme,
} from '@mantine/core';
import { cssVariables, theme } from '../src/ui/theme.ts';

/**
 * Families of colours that our pieces of Mantine use; the other eleven would be a good part of the sheet for nothing.
 */
const COLOURS = ['brand', 'gray', 'dark', 'red'];
const isForeignColour = (name: string): boolean => {
  const family = /^--mantine-color-([a-z]+)-/.exec(name)?.[1];
  return family !== undefined && family in DEFAULT_THEME.colors && !COLOURS.includes(family);
};

const kept = (variables: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !isForeignColour(name)));

/**
 * Mantine's variables for our theme as one static sheet: what its provider would write into a style element at run
 * time.
 */
export function themeCss(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, mergeThemeOverrides(theme));
  const own = cssVariables(whole);
  const base = defaultCssVariablesResolver(whole);
  const hidden = new Set(Object.keys(own.variables));
  const scheme = (part: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(kept(part)).filter(([name]) => !hidden.has(name)));
  const css = convertCssVariables(
    { variables: kept({ ...base.variables, ...own.variables }), light: scheme(base.light), dark: scheme(base.dark) },
    ':root',
  );
  return `/* Made by "npx tsx scripts/writeTheme.ts" of src/ui/theme.ts; a test compares. */\n${css
    .trim()
    .replace(/\n+/g, '\n')
    .replace(/;/g, ';\n  ')
    .replace(/\{/g, ' {\n  ')
    .replace(/\n {2}\}/g, '\n}')}\n`;
}
