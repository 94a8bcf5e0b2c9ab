import '#ui/tokens.css';
import './mantine.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchNetwork } from '#data/online.ts';
import { requirePerson } from '#data/person.ts';
import { createQueryClient } from '#data/queryClient.ts';
import { LastResort } from './ErrorScreen.tsx';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';
import { startBackground } from './startBackground.ts';

const client = createQueryClient();
const router = createAppRouter(client);
const root = document.getElementById('root');

/**
 * Loads the screen of the present address, redirects followed. The provider would do so too, but with an empty page
 * meanwhile.
 */
async function firstScreen(): Promise<void> {
  const stop = router.history.subscribe(() => void router.load());
  try {
    let href: string;
    do {
      href = router.latestLocation.href;
      await router.load();
    } while (router.latestLocation.href !== href);
  } catch (error) {
    // The provider loads again, and shows what went wrong.
    console.error(error);
  }
  stop();
}

// The device store opens while the screen's code loads, so it is ready when first needed.
void requirePerson().catch(() => undefined);
watchNetwork();
void firstScreen().then(() => {
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <LastResort>
        <Providers client={client}>
          <RouterProvider router={router} />
        </Providers>
      </LastResort>
    </StrictMode>,
  );
  startBackground(client);
});
