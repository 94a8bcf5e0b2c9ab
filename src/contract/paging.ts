import * as z from 'zod/mini';

/** What every list answer is brought to, whatever its envelope (LIST-1). */
export interface Page<Row> {
  rows: Row[];
  total: number;
  summary?: Summary | undefined;
}

const summary = z.object({
  ACCEPTED_COUNT: z.number(),
  ACCEPTED_AMOUNT: z.number(),
  PENDING_COUNT: z.number(),
  PENDING_AMOUNT: z.number(),
});
export type Summary = z.infer<typeof summary>;

/** travel-request/search: `{success, content, totalElements}`. */
export const contentPage = <S extends z.ZodMiniType>(row: S) =>
  z.object({ success: z.literal(true), content: z.array(row), totalElements: z.number() });

/** allExpense/search: `{success, data: {results: {content, totalElements}, summary}}`. */
export const resultsPage = <S extends z.ZodMiniType>(row: S) =>
  z.object({
    success: z.literal(true),
    data: z.object({
      results: z.object({ content: z.array(row), totalElements: z.number() }),
      summary: z.optional(summary),
    }),
  });

/** findAllCampaign: `{success, data: [], totalElements}`. */
export const dataPage = <S extends z.ZodMiniType>(row: S) =>
  z.object({ success: z.literal(true), data: z.array(row), totalElements: z.number() });

/** Everything else that answers a value: `{success, data}`. */
export const dataAnswer = <S extends z.ZodMiniType>(data: S) => z.object({ success: z.literal(true), data });

/**
 * A list in one piece that ends where there is no more room: what a record has gathered, newest first. `more`: the
 * others are left out.
 */
export const roomAnswer = <S extends z.ZodMiniType>(row: S) =>
  z.object({ success: z.literal(true), data: z.array(row), more: z.optional(z.literal(true)) });

/** What makes a record answers it with a receipt: the server's word for it, should its database ever lose it (TM-5). */
export const madeAnswer = <S extends z.ZodMiniType>(data: S) =>
  z.object({ success: z.literal(true), data, receipt: z.optional(z.string()) });

/** allExpense/travel-expense/user/search: the rows stand in lists inside the content. */
export const groupedPage = <S extends z.ZodMiniType>(row: S) =>
  contentPage(z.object({ tripIdResponseList: z.array(row) }));
interface Group<Row> {
  tripIdResponseList: Row[];
}

/** The row of a list answer: an item of its content, or of the groups there. */
export type RowOfAnswer<Answer> = Answer extends
  | { content: (infer Row)[] }
  | { data: { results: { content: (infer Row)[] } } }
  | { data: (infer Row)[] }
  ? Row extends Group<infer Inner>
    ? Inner
    : Row
  : never;

const isGroup = <Row>(item: Row | Group<Row>): item is Group<Row> =>
  typeof item === 'object' && item !== null && 'tripIdResponseList' in item;

/** Brings an answer of any list call to one shape (LIST-5). */
export function pageOf<Row>(
  answer:
    | { content: (Row | Group<Row>)[]; totalElements: number }
    | { data: Row[]; totalElements: number }
    | { data: { results: { content: Row[]; totalElements: number }; summary?: Summary | undefined } },
): Page<Row> {
  if ('content' in answer)
    return {
      rows: answer.content.flatMap((item) => (isGroup(item) ? item.tripIdResponseList : [item])),
      total: answer.totalElements,
    };
  if (Array.isArray(answer.data))
    return { rows: answer.data, total: (answer as { totalElements: number }).totalElements };
  return { rows: answer.data.results.content, total: answer.data.results.totalElements, summary: answer.data.summary };
}
