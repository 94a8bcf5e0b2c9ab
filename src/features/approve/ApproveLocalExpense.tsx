import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';
import { approveLocalExpense } from './localExpense.ts';

export function ApproveLocalExpense(): ReactElement {
  return <ListScreen def={approveLocalExpense} />;
}
