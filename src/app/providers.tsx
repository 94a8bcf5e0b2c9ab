import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { KEYS } from '#data/local.ts';
import { theme } from './theme.ts';

const colours = localStorageColorSchemeManager({ key: KEYS.scheme });

/** Theme and query client. Mantine's variables are a static sheet (theme.css): no style element is written at run time, as the page's policy wants it. */
export function Providers({ client, children, env }: { client: QueryClient; children: ReactNode; env?: 'test' }): ReactElement {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colours} withCssVariables={false} withGlobalClasses={false} {...(env && { env })}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}
