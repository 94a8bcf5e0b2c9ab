import type { ReactElement } from 'react';
import { QueueLinks } from '#claims/queues/QueueLinks.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import { waitingForYou } from './waiting.ts';

export function WaitingForYou(): ReactElement {
  return (
    <>
      <QueueLinks />
      <ListScreen def={waitingForYou} />
    </>
  );
}
