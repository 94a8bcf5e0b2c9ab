// The floor: the same stack with nothing on it. 25 cards from IndexedDB through React, Mantine, Router and Query.
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Card.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Stack.css';
import '@mantine/core/styles/Text.css';
import '@mantine/core/styles/Title.css';
import '@mantine/core/styles/AppShell.css';
import { AppShell, Button, Card, Group, MantineProvider, Stack, Text, Title } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { openDB } from 'idb';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Row {
  id: string;
  name: string;
  amount: string;
  date: string;
  status: string;
}

const NAMES = ['Taxi to client', 'Hotel, two nights', 'Team lunch', 'Train fare', 'Printer paper'];
const records: Row[] = Array.from({ length: 25 }, (_, i) => ({
  id: `r${i}`,
  name: NAMES[i % 5] ?? '',
  amount: (12.5 + i * 7.31).toFixed(2),
  date: `2026-01-${String(1 + i).padStart(2, '0')}`,
  status: ['Draft', 'Pending', 'Approved'][i % 3] ?? '',
}));

/** The records come from IndexedDB; the first visit puts them there. */
async function loadRecords(): Promise<Row[]> {
  const db = await openDB('floor', 1, { upgrade: (d) => void d.createObjectStore('r', { keyPath: 'id' }) });
  const got = (await db.getAll('r')) as Row[];
  if (got.length > 0) return got;
  const tx = db.transaction('r', 'readwrite');
  await Promise.all([...records.map((r) => tx.store.put(r)), tx.done]);
  return records;
}

const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'offlineFirst' } } });
const options = { queryKey: ['r'], queryFn: loadRecords, staleTime: Infinity };
const first = client.prefetchQuery(options);

function Shell() {
  return (
    <MantineProvider>
      <AppShell header={{ height: 56 }} padding="sm">
        <AppShell.Header p="xs">
          <Title order={3}>Claims</Title>
        </AppShell.Header>
        <AppShell.Main>
          <Outlet />
        </AppShell.Main>
      </AppShell>
    </MantineProvider>
  );
}

function Cards() {
  const { data } = useQuery(options);
  const [count, setCount] = useState(0);
  if (!data) return null;
  return (
    <Stack gap="xs">
      <Button id="act" onClick={() => setCount(count + 1)}>
        New {count}
      </Button>
      {data.map((row) => (
        <Card withBorder key={row.id} className="card">
          <Group justify="space-between">
            <Text fw={700}>{row.name}</Text>
            <Text>{row.amount}</Text>
          </Group>
          <Text size="sm" c="dimmed">
            {row.date} {row.status}
          </Text>
          <Button variant="light">Open</Button>
        </Card>
      ))}
    </Stack>
  );
}

const root = createRootRoute({ component: Shell });
const list = createRoute({ getParentRoute: () => root, path: '/', loader: () => first, component: Cards });
const router = createRouter({ routeTree: root.addChildren([list]) });
const mount = document.getElementById('root');
if (mount) {
  createRoot(mount).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
addEventListener('load', () => void navigator.serviceWorker.register('./sw.js'));
