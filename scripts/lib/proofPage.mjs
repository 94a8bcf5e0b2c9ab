// The table of docs/proof.md: one row a proof, written by the proof itself.

const thousands = (number) => number.toLocaleString('en-US');
const HEAD = '| proof | what | goal | done | seeds | commit | day | took | wrong |';

/** `1 h 5 min`, `3 min`, `12 s`. */
export function spanOf(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The row of a proof; without a run it says that there is none. */
export function rowOf(name, { what, unit, goal }, run) {
  const cells = run
    ? [
        thousands(run.done),
        run.seed === null ? '–' : `${run.seed} to ${run.seed + Math.max(run.parts - 1, 0)}`,
        run.commit,
        run.day,
        spanOf(run.seconds),
        run.wrong === null ? '0' : `**${run.wrong}**`,
      ]
    : ['not run', '–', '–', '–', '–', '–'];
  return `| \`${name}\` | ${[what, `${thousands(goal)} ${unit}`, ...cells].join(' | ')} |`;
}

/** The page with the row of this proof; rows of others stay, and those that are missing are added. Null: no table. */
export function withRow(page, proofs, name, run) {
  const lines = page.split('\n');
  const head = lines.indexOf(HEAD);
  if (head < 0) return null;
  const rest = lines.slice(head + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  const rows = end < 0 ? rest : rest.slice(0, end);
  const known = (each) => rows.find((row) => row.startsWith(`| \`${each}\` |`));
  const table = Object.entries(proofs).map(([each, proof]) =>
    each === name ? rowOf(each, proof, run) : (known(each) ?? rowOf(each, proof)),
  );
  return [...lines.slice(0, head + 2), ...table, ...rest.slice(rows.length)].join('\n');
}
