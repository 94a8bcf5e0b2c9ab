import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { adminTravelRequests } from '../admin/list.ts';

export function AdminTravelRequests(): ReactElement {
  return <ListScreen def={adminTravelRequests} />;
}
