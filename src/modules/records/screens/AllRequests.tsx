import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { allRequests } from '../allRequests.ts';

export function AllRequests(): ReactElement {
  return <ListScreen def={allRequests} />;
}
