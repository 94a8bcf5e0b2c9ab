import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '#list/address.ts';
import { show } from '#tests/support/screen.tsx';
import { useAddressLayer } from '#ui/useAddressLayer.ts';

function Part() {
  const layer = useAddressLayer('view');
  return (
    <>
      <p>{layer.value === null ? 'closed' : `open ${layer.value}`}</p>
      <button type="button" onClick={() => layer.open('EXP1~2')}>
        open
      </button>
      <button type="button" onClick={layer.close}>
        close
      </button>
    </>
  );
}

async function at(...entries: string[]) {
  const root = createRootRoute();
  const route = createRoute({
    getParentRoute: () => root,
    path: '/list',
    component: Part,
    validateSearch: (raw: Record<string, unknown>) => ({ page: raw['page'] }),
  });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: entries }),
    parseSearch,
    stringifySearch,
  } as never);
  await router.load();
  show(<RouterProvider router={router as never} />);
  return router;
}

it('LIST-7: what lies over a screen stands in its address, and Back closes it and not the screen', async () => {
  const user = userEvent.setup();
  const router = await at('/before', '/list?page=3');
  expect(await screen.findByText('closed')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'open' }));
  expect(screen.getByText('open EXP1~2')).toBeInTheDocument();
  await waitFor(() => expect(router.history.location.href).toBe('/list?page=3&view=EXP1~2'));
  act(() => router.history.back());
  expect(await screen.findByText('closed')).toBeInTheDocument();
  expect(router.history.location.href).toBe('/list?page=3');
});

it('LIST-7: closing goes back to where it was opened, so that Back does not open it again', async () => {
  const user = userEvent.setup();
  const router = await at('/list?page=3');
  await user.click(await screen.findByRole('button', { name: 'open' }));
  await user.click(screen.getByRole('button', { name: 'close' }));
  expect(await screen.findByText('closed')).toBeInTheDocument();
  expect(router.history.location.href).toBe('/list?page=3');
  await waitFor(() => expect(router.history.canGoBack()).toBe(false));
});

it('LIST-7: an address that was shared opens it, and closing it stays on the screen', async () => {
  const user = userEvent.setup();
  const router = await at('/list?page=3&view=EXP1~2');
  expect(await screen.findByText('open EXP1~2')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'close' }));
  expect(await screen.findByText('closed')).toBeInTheDocument();
  expect(router.history.location.href).toBe('/list?page=3');
  await user.click(screen.getByRole('button', { name: 'close' }));
  expect(router.history.location.href).toBe('/list?page=3');
});
