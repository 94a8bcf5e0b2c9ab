import type { Ledger } from './ledger.ts';
import type { Tap } from './tap.ts';
import type { World } from './world.ts';

/** A record that a person changes or decides: one that they know already, or one that the server had or gets. */
export function recordFor(
  world: World,
  ledger: Ledger,
  person: string,
  kind: 'update' | 'decide',
  n: number,
): Pick<Tap, 'recordId' | 'madeOn'> {
  const own = [...world.server.records.values()].filter(
    ({ text }) => text.startsWith(`${kind} `) && text.endsWith(person),
  );
  const known = ledger.taps.filter((tap) => tap.kind === kind && tap.person === person && tap.recordId !== null);
  const used = known[n % Math.max(known.length, 1)];
  const record = own[n % 2] && !used ? own[n % 2] : undefined;
  // As it was on the list when the phone was last online: version 1.
  const recordId =
    used && n % 2 === 0 ? used.recordId : (record ?? world.server.addRecord(person, `${kind} ${person}`)).id;
  return { recordId, madeOn: used && n % 2 === 0 ? used.madeOn : 1 };
}
