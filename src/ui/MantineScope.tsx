import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { use, type ContextType, type ReactElement, type ReactNode } from 'react';
import { theme } from './theme.ts';

/** The scheme is shown and kept by data/scheme.ts, the variables stand in app/theme.css: nothing is left to manage. */
const SCOPE: ContextType<typeof MantineContext> = {
  colorScheme: 'auto',
  setColorScheme: () => undefined,
  clearColorScheme: () => undefined,
  getRootElement: () => undefined,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: false,
};

/**
 * What components of Mantine read from around them, without the provider's management of the colour scheme. The app has
 * no provider at its root: the first list is drawn without Mantine's code.
 */
export function MantineScope({ children }: { children: ReactNode }): ReactElement {
  return use(MantineContext) ? (
    <>{children}</>
  ) : (
    <MantineContext value={SCOPE}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
