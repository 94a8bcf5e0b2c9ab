import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** A step of a plan that was carried out. */
interface PlanNode {
  Plan?: PlanNode;
  Plans?: PlanNode[];
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
}

const nodesOf = (node: PlanNode | undefined): PlanNode[] =>
  node === undefined ? [] : [node, ...nodesOf(node.Plan), ...(node.Plans ?? []).flatMap(nodesOf)];

/** The steps of a statement as the database carried it out. */
export async function stepsOf(db: Kysely<Tables>, statement: RawBuilder<unknown>): Promise<PlanNode[]> {
  const { rows } = await sql<{
    'QUERY PLAN': PlanNode[];
  }>`explain (analyze, timing off, costs off, format json) ${statement}`.execute(db);
  return nodesOf(rows[0]?.['QUERY PLAN'][0]);
}

/** How many rows these steps gave, and dropped, in all. */
export const rowsOfSteps = (steps: readonly PlanNode[]): number =>
  steps.reduce(
    (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  );
