import '#ui/tokens.css';
import './mantine.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchNetwork } from '#data/online.ts';
import { createQueryClient } from '#data/queryClient.ts';
import { LastResort } from './LastResort.tsx';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';
import { startBackground } from './startBackground.ts';

const client = createQueryClient();
const router = createAppRouter(client);
const root = document.getElementById('root');

watchNetwork();
// The static frame stands until the first screen can be drawn whole, so that nothing flashes in between.
void router.load().finally(() => {
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
