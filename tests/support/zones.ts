import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

/** The zones of docs/architecture.md: each with all that it may import, directly or through others. */
export function zonesIn(page: string): Record<string, readonly string[]> {
  const block = /<!-- zones:[^]*?```mermaid\n([^]*?)```/.exec(page)?.[1] ?? '';
  const direct = new Map<string, string[]>();
  for (const [, from = '', to = ''] of block.matchAll(/^ *(\w+) --> (\w+)$/gm)) {
    direct.set(to, direct.get(to) ?? []);
    direct.set(from, [...(direct.get(from) ?? []), to]);
  }
  const below = (zone: string): string[] => (direct.get(zone) ?? []).flatMap((next) => [next, ...below(next)]);
  return Object.fromEntries([...direct.keys()].map((zone) => [zone, [...new Set(below(zone))]]));
}

const PAGE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

export const ZONES = zonesIn(PAGE);

/** The first column of the table after `<!-- name: … -->`: folders, each importing those above it. */
function orderIn(page: string, name: string): string[] {
  const table = page.split(`<!-- ${name}:`)[1]?.split('\n\n')[1] ?? '';
  return [...table.matchAll(/^\| `(\w+)`/gm)].map((row) => row[1] ?? '');
}

export const PLATFORM = orderIn(PAGE, 'platform');
export const MODULES = orderIn(PAGE, 'modules');
/** Modules of the client. */
export const CLIENT_MODULES = orderIn(PAGE, 'client');

interface Override {
  files: string[];
  rules: { 'no-restricted-imports'?: [string, { patterns: { group: string[]; message: string }[] }] };
}

/** The zones that lint forbids a zone to import by their alias. */
export function forbiddenByLint(zone: string): string[] {
  const { overrides } = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')) as { overrides: Override[] };
  const groups = overrides
    .filter(({ files }) => files.some((file) => file.startsWith(`src/${zone}/**`) || file.startsWith(`${zone}/**`)))
    .flatMap(({ rules }) => rules['no-restricted-imports']?.[1].patterns.flatMap(({ group }) => group) ?? []);
  const aliases = groups.flatMap((group) => /^#(\w+)\/\*\*$/.exec(group)?.[1] ?? []);
  return [...new Set(aliases)].filter((name) => name in ZONES).toSorted();
}
