import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseGstKey } from '#domain/gstInvoice/settings.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { Doer } from '#server/platform/http/context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { addKey, endKey } from './keys.ts';
import { allGstKeys } from './repository.ts';

export const GST_KEYS_USAGE = `npm run gst:keys -- add <file.pem> --from YYYY-MM-DD [--to YYYY-MM-DD] [--kid NAME]
npm run gst:keys -- list
npm run gst:keys -- end <id> --to YYYY-MM-DD`;

const OPTIONS = { from: { type: 'string' }, to: { type: 'string' }, kid: { type: 'string' } } as const;

function wordsOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch {
    throw new StartupError(GST_KEYS_USAGE);
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new StartupError(`The file ${file} cannot be read.`);
  }
}

/**
 * `npm run gst:keys`: adds, lists and ends the keys that verify the codes of GST e-invoices (GST-5). Answers what to
 * say. Throws `StartupError` or a `Refusal` with a message.
 */
export async function gstKeysCommand(
  args: readonly string[],
  { db }: Pick<Database, 'db'>,
  now: number,
): Promise<string> {
  const { positionals, values } = wordsOf(args);
  const [what, first, ...more] = positionals;
  const doer: Doer = { actor: { id: null }, now, origin: 'npm run gst:keys', key: null };
  if (more.length > 0) throw new StartupError(GST_KEYS_USAGE);
  if (what === 'list' && first === undefined) {
    const lines = (await allGstKeys(db)).map(
      (key) => `  ${key.id}  ${key.valid_from} to ${key.valid_to ?? 'further notice'}  ${key.kid ?? key.fingerprint}`,
    );
    return lines.join('\n') || 'There are no keys.';
  }
  if (what === 'end' && first !== undefined && values.to !== undefined) {
    await transact(db, (tx) => endKey(tx, doer, first, values.to));
    return `The last day of ${first} is ${values.to}.`;
  }
  if (what !== 'add' || first === undefined || values.from === undefined) throw new StartupError(GST_KEYS_USAGE);
  const body = { pem: textOf(first), kid: values.kid, validFrom: values.from, validTo: values.to };
  const parsed = parseGstKey(body);
  if (!parsed.ok) throw new StartupError(parsed.message);
  const id = newId('GSK', now);
  await transact(db, (tx) => addKey(tx, doer, id, parsed.value));
  return `Added ${id}. Devices verify with it from their next visit on.`;
}
