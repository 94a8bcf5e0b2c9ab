import type { Kysely } from 'kysely';
import { judgeCodes } from '#server/modules/gst/index.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { unknownCodes, writeJudged } from './repository/unknownCodes.ts';

const AT_ONCE = 200;

/**
 * Judges the signed codes again whose key was not known when their claim came: it may have been added since (GST-8).
 * Claims stay as they are. Answers of how many bills something is known now.
 */
export async function judgeUnknownCodes(db: Kysely<Tables>): Promise<number> {
  let known = 0;
  for (let after = { claim_id: '', position: -1 }; ;) {
    const found = await unknownCodes(db, after, AT_ONCE);
    const judged = await judgeCodes(
      db,
      found.map(({ gst_code }) => gst_code),
    );
    for (const [at, row] of found.entries()) {
      const gst = judged[at];
      if (!gst || gst.state === 'unknownKey') continue;
      await writeJudged(db, row, gst);
      known += 1;
    }
    const last = found.at(-1);
    if (last === undefined || found.length < AT_ONCE) return known;
    after = last;
  }
}
