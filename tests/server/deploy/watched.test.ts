import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { alertExpressions, dashboardExpressions, labelsOf, metricsOf } from '#tests/support/promql.ts';
import { startServer } from '#tests/support/server.ts';

/** What alerts and dashboard ask for is what `/metrics` serves. */

/** Prometheus makes these itself: the metric, the labels of a target, and a label of the server called `job`. */
const OF_PROMETHEUS = new Set(['up']);
const OF_TARGETS = new Set(['job', 'instance']);
const RENAMED: Record<string, string> = { exported_job: 'job' };

async function served(): Promise<Map<string, Set<string>>> {
  const token = randomBytes(24).toString('base64url');
  const server = await startServer({ METRICS_TOKEN: token });
  try {
    await (await server.as('employee')).get('/api/v1/user/role');
    const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const series = new Map<string, Set<string>>();
    for (const [, name = '', labels = ''] of (await answer.text()).matchAll(/^([a-z_]\w*)(\{[^\n]*\})? [^\n]+$/gm))
      series.set(name, new Set([...labels.matchAll(/[{,](\w+)="/g)].map(([, label]) => label!)));
    return series;
  } finally {
    await server.close();
  }
}

it('every metric and label that alerts and dashboard name is served', async () => {
  const series = await served();
  expect(series.size).toBeGreaterThan(20);
  const [alerts, panels] = [alertExpressions(), dashboardExpressions()];
  expect([alerts.length, panels.length].map((count) => count > 8)).toEqual([true, true]);
  for (const expression of [...alerts, ...panels]) {
    const metrics = metricsOf(expression);
    expect(metrics, expression).not.toEqual([]);
    expect(
      metrics.filter((name) => !series.has(name) && !OF_PROMETHEUS.has(name)),
      expression,
    ).toEqual([]);
    const wrong = labelsOf(expression).filter(
      ([metric, label]) => !OF_TARGETS.has(label) && !series.get(metric)?.has(RENAMED[label] ?? label),
    );
    expect(wrong, expression).toEqual([]);
  }
  // Those of the server's own are all looked at.
  const all = new Set([...alerts, ...panels].flatMap(metricsOf));
  const own = [...series.keys()].filter((name) => !/^(?:process|nodejs)_/.test(name));
  const parts = /^(?:http_request_duration|outbox_age)_seconds_(?:count|sum)$/;
  expect(own.length).toBeGreaterThan(9);
  expect(own.filter((name) => !all.has(name) && !parts.test(name))).toEqual([]);
});

it('names in an expression are found', () => {
  const text = 'sum by (status) (rate(a_total{job="x", status=~"5.."}[5m])) > 0.5 * b and on (job) (time() - c) > 1e3';
  expect(metricsOf(text)).toEqual(['a_total', 'b', 'c']);
  expect(labelsOf(text)).toEqual([
    ['a_total', 'job'],
    ['a_total', 'status'],
  ]);
});
