// Programs of the machine that a proof needs.
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** With the folders where Debian has programs of the system. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
const isHere = (program) =>
  isAbsolute(program) ? existsSync(program) : FOLDERS.some((folder) => existsSync(join(folder, program)));

/**
 * One sentence with the command that brings what the proof `name` needs and is not here; null where nothing is missing.
 * @param {string} name
 * @param {{ needs?: readonly string[], install?: string, tests?: readonly string[] }} proof
 */
export function whatIsMissing(name, { needs = [], install = '' }) {
  const missing = needs.filter((program) => !isHere(program));
  if (missing.length === 0) return null;
  return `The proof ${name} needs ${missing.join(', ')}, which this machine lacks: ${install}`;
}
