import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

/** What the alerts and the dashboard of deploy/ ask of Prometheus. */

const OPERATORS = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'bool', 'offset']);

/** The metrics that an expression of PromQL names. */
export function metricsOf(expression: string): string[] {
  const bare = expression
    .replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replace(/label_values\(([^,]*),[^)]*\)/g, '$1');
  return [...bare.matchAll(/(?<![\w.])[a-z_][\w:]*(?!\w)(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !OPERATORS.has(name));
}

/** Pairs of a metric and a label that the expression selects by. */
export const labelsOf = (expression: string): [metric: string, label: string][] =>
  [...expression.matchAll(/([a-z_]\w*)\{([^}]*)\}/g)].flatMap(([, metric = '', inside = '']) =>
    [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']): [string, string] => [metric, label]),
  );

/** Every expression of the alerts. */
export function alertExpressions(): string[] {
  const text = readFileSync(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8');
  return [...text.matchAll(/^( +)expr: (?:\|\n((?:\1 .*\n)+)|(.+)\n)/gm)].map(
    ([, , block, line]) => block ?? line ?? '',
  );
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
  templating: { list: { type: string; query: string }[] };
}

/** Every expression of the dashboard, and those of its variables. */
export function dashboardExpressions(): string[] {
  const { panels, templating } = JSON.parse(
    readFileSync(join(ROOT, 'deploy/grafana/kharcha.json'), 'utf8'),
  ) as Dashboard;
  return [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...templating.list.filter(({ type }) => type === 'query').map(({ query }) => query),
  ];
}
