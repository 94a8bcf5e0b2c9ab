import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { watchScheme } from '#data/scheme.ts';

/**
 * Query client and colours. What Mantine needs around it comes with the one piece of it that asks for that
 * (ui/Calendar.tsx).
 */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }): ReactElement {
  useEffect(watchScheme, []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
