import { show, table } from './stats.ts';

/** What a figure must be: a bound on itself, on its ratio to the floor of the same run, or both. */
export interface Goal {
  atLeast?: number;
  atMost?: number;
  ratioAtLeast?: number;
  ratioAtMost?: number;
}

export interface Figure {
  budget: string;
  unit: string;
  figure: number | null;
  /** Measured in the same run, in turn with the figure. */
  floor?: number | null;
  /** Taken round by round where it can be; else figure by floor. */
  ratio?: number | null;
  goal: Goal;
  digits?: number;
  /** Stands in the README too. */
  headline?: boolean;
}

const ratioOf = ({ ratio, figure, floor }: Figure): number | null =>
  ratio ?? (typeof figure === 'number' && typeof floor === 'number' ? figure / floor : null);

/** Null: it could not be measured, which is no pass. */
export function met(row: Figure): boolean | null {
  const { goal, figure } = row;
  const ratio = ratioOf(row);
  if (Object.keys(goal).length === 0) return null;
  const holds = (value: number | null, least: number | undefined, most: number | undefined): boolean =>
    (least === undefined || (value !== null && value >= least)) &&
    (most === undefined || (value !== null && value <= most));
  return holds(figure, goal.atLeast, goal.atMost) && holds(ratio, goal.ratioAtLeast, goal.ratioAtMost);
}

function goalText({ goal, unit }: Figure): string {
  const parts = [
    goal.ratioAtLeast !== undefined && `≥ ${goal.ratioAtLeast} × floor`,
    goal.ratioAtMost !== undefined && `≤ ${goal.ratioAtMost} × floor`,
    goal.atLeast !== undefined && `≥ ${goal.atLeast} ${unit}`,
    goal.atMost !== undefined && `≤ ${goal.atMost} ${unit}`,
  ];
  return parts.filter(Boolean).join(' and ') || '(no goal: for comparison)';
}

/** The table of one part, in Markdown. */
export const reportTable = (rows: readonly Figure[]): string =>
  table(
    rows.map((row) => {
      const verdict = met(row);
      return {
        budget: row.budget,
        figure:
          row.figure === null || Number.isNaN(row.figure)
            ? 'not measured'
            : `${show(row.figure, row.digits)} ${row.unit}`,
        floor: row.floor === undefined || row.floor === null ? '' : `${show(row.floor, row.digits)} ${row.unit}`,
        ratio: show(ratioOf(row), 2),
        goal: goalText(row),
        met: verdict === null ? '' : verdict ? 'yes' : '**no**',
      };
    }),
  );
