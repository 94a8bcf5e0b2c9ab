import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { adminTravelRequests } from './travelRequests.ts';

export function AdminTravelRequests(): ReactElement {
  return <ListScreen def={adminTravelRequests} />;
}
