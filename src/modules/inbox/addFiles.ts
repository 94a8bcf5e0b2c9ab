import { FILE_TYPES } from '#contract/enums.ts';
import { addShare } from '#data/drafts.ts';
import { messageOf } from '#data/errors.ts';
import { readBill } from '#files/bill.ts';
import type { FileSource } from '#files/BillSources.tsx';
import { seenCodeOf } from '#files/seenCode.ts';

/**
 * Puts files into the inbox, each as a row of its own and in their order; answers what to say of those that are not
 * kept. Where the device is full it stops there: what came before is kept.
 */
export async function addFiles(files: readonly File[], source: FileSource): Promise<string[]> {
  const refusals: string[] = [];
  for (const [at, file] of files.entries()) {
    const { localId, name, type, bytes, refused, shrinkable } = await readBill(file, crypto.randomUUID());
    if (!bytes || !(FILE_TYPES as readonly string[]).includes(type) || (refused !== undefined && !shrinkable)) {
      refusals.push(`Not kept: “${name}”. ${refused ?? ''}`.trim());
      continue;
    }
    const code = seenCodeOf(file);
    const bill = { localId, name, type, bytes, ...(code !== undefined && { code }) };
    try {
      await addShare({ id: crypto.randomUUID(), bills: [bill], leftOut: [], source });
    } catch (error) {
      const rest = files.slice(at).map((each) => `“${each.name || name}”`);
      return [...refusals, `Not kept: ${rest.join(', ')}. ${messageOf(error)}`];
    }
  }
  return refusals;
}
