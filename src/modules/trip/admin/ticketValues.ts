import { uploadTicketDetails } from '#contract/calls/tripDecisions.ts';
import type { Trip } from '#contract/trip.ts';
import { parseFurtherTicket } from '#domain/furtherTicket.ts';
import { ungroup } from '#domain/money.ts';
import { parseTicketDetails } from '#domain/tripDecision.ts';
import type { ParseResult } from '#domain/verdict.ts';
import type { Entry } from '#outbox/entry.ts';
import { amountText, type BillValues, entryFormBills, judgedBills, withBillsRead } from '#modules/claims/index.ts';

/** The form's content as typed. Its tickets stand where the forms of claims have their bills. */
export interface TicketValues extends BillValues {
  ticketAmount: string;
  /** Why, of another ticket (ADM-12). */
  reason?: string;
}
export const NO_TICKETS: TicketValues = { ticketAmount: '', reason: '', billUrl: [] };

/**
 * What a waiting entry holds; the bytes of its tickets are read from the device. The tickets that a trip has are not in
 * the form of another one.
 */
export function ticketValuesOf({ body, ...entry }: Entry, bytes: ReadonlyMap<string, ArrayBuffer>): TicketValues {
  const { ticketAmount, ticketUrl, reason } = body;
  const base = entry.endpoint === uploadTicketDetails.name ? (entry.base as Partial<Trip> | undefined) : undefined;
  return {
    ticketAmount: amountText(ticketAmount),
    reason: typeof reason === 'string' ? reason : '',
    billUrl: entryFormBills(
      { ...entry, body: { billUrl: ticketUrl }, base: { billUrl: base?.ticketUrl ?? [] } },
      bytes,
    ),
  };
}

/** Errors as the wire names them, by the form's fields. */
export const onForm = (errors: Readonly<Record<string, string>>): Record<string, string> => {
  const { ticketUrl, ...rest } = errors;
  return ticketUrl === undefined ? rest : { ...rest, billUrl: ticketUrl };
};

/** Judges the form by the rule that the server uses (ADM-2). */
export function parseTicketValues(values: TicketValues): ParseResult<{ paise: number }> {
  const parsed = parseTicketDetails({ ticketAmount: ungroup(values.ticketAmount), ticketUrl: judgedBills(values) });
  return withBillsRead(values, parsed.ok ? parsed : { ...parsed, errors: onForm(parsed.errors) });
}

/** Judges the form by the rule that the server uses (ADM-12). */
export function parseFurtherValues(values: TicketValues): ParseResult<{ paise: number; reason: string }> {
  const parsed = parseFurtherTicket({
    ticketAmount: ungroup(values.ticketAmount),
    reason: values.reason,
    ticketUrl: judgedBills(values),
  });
  return withBillsRead(values, parsed.ok ? parsed : { ...parsed, errors: onForm(parsed.errors) });
}
