import * as z from 'zod/mini';

/** What a file of people would do to the directory, or has done (ORG-24). */

/** Somebody new. */
const addition = z.object({ line: z.int(), name: z.string(), email: z.string(), employeeCode: z.string() });

/** `line` is null for somebody who only becomes a manager by the file. */
const change = z.object({
  line: z.nullable(z.int()),
  name: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
});

/** `line` is null for somebody who would leave. */
const refusal = z.object({ line: z.nullable(z.int()), name: z.string(), reason: z.string() });

export const importAnswer = z.object({
  /** False: nothing was done yet. */
  applied: z.boolean(),
  /** Names what was planned: sent along, it is carried out as it was seen or not at all. */
  plan: z.string(),
  /** Why it may not be carried out as it is; null: it may. */
  stop: z.nullable(z.string()),
  /** Headings of which nothing is read. */
  passedOver: z.array(z.string()),
  /** `taken`: nothing changes in them, but the file keeps them from now on. */
  counts: z.object({
    added: z.int(),
    changed: z.int(),
    taken: z.int(),
    unchanged: z.int(),
    leaving: z.int(),
    refused: z.int(),
  }),
  /** The first hundred of each; `more`: there are others. */
  added: z.array(addition),
  changed: z.array(change),
  leaving: z.array(z.object({ name: z.string(), email: z.string() })),
  refused: z.array(refusal),
  more: z.boolean(),
});
export type ImportAnswer = z.infer<typeof importAnswer>;
