import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { raiseTravelRequest } from '../raiseList.ts';

export function TravelRequests(): ReactElement {
  return <ListScreen def={raiseTravelRequest} />;
}
