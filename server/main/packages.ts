import { spawnSync } from 'node:child_process';

/** What npm says of the packages that are installed here. */

interface Ran {
  stdout: string;
  /** The end of what npm said on its error output. */
  why: string;
}

function npm(...args: string[]): Ran {
  const { stdout, stderr, error } = spawnSync('npm', args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  return { stdout: stdout ?? '', why: error ? error.message : (stderr.trim().split('\n').at(-1) ?? '') };
}

function parsed<Shape>(text: string): Shape | null {
  try {
    return JSON.parse(text) as Shape;
  } catch {
    return null;
  }
}

/** The bill of materials in CycloneDX, of what is installed. Throws where npm cannot tell. */
export function billOfMaterials(): string {
  const { stdout, why } = npm('sbom', '--sbom-format=cyclonedx');
  if (parsed<{ bomFormat?: string }>(stdout)?.bomFormat !== 'CycloneDX')
    throw new Error(`npm cannot list what is installed here: ${why}`);
  return stdout;
}

/** Known holes of the installed packages. */
export interface Holes {
  /** Packages by severity. */
  found: { name: string; severity: string }[];
  /** Why the registry could not say; null where it did. */
  silent: string | null;
}

interface AuditAnswer {
  vulnerabilities?: Record<string, { severity: string }>;
}

/** Asks the registry what is known of the installed packages. */
export function knownHoles(): Holes {
  const { stdout, why } = npm('audit', '--json');
  const found = parsed<AuditAnswer>(stdout)?.vulnerabilities;
  if (!found) return { found: [], silent: why };
  return { found: Object.entries(found).map(([name, { severity }]) => ({ name, severity })), silent: null };
}

/** What is worth an update within the week: docs/security.md. */
export const isUrgent = ({ severity }: { severity: string }): boolean => ['high', 'critical'].includes(severity);

/** The sentence about holes. */
export function holesWords({ found, silent }: Holes): string {
  if (silent !== null)
    return (
      `The registry could not be asked for known holes of these packages (${silent}). ` +
      'Run this where it can be reached.'
    );
  if (found.length === 0) return 'No hole is known of these packages.';
  return `Known holes:\n${found.map(({ name, severity }) => `  ${name}  ${severity}`).join('\n')}`;
}
