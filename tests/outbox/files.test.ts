import { expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { bodyText } from '#outbox/send.ts';
import { anEntry } from '#tests/support/entries.ts';

const bills = [
  { localId: 'b', hash: 'h', name: 'ticket.pdf', type: 'application/pdf', size: 1, fingerPrint: 'f'.repeat(64) },
];
const own = { fingerPrint: 'f'.repeat(64), name: 'ticket.pdf' };

test('OB-6 ADM-2: what was uploaded is named where the call has its files, behind those it names itself', () => {
  expect(JSON.parse(bodyText(anEntry({ body: { claimAmount: 5 }, bills })))).toEqual({
    claimAmount: 5,
    billUrl: [own],
  });
  expect(
    JSON.parse(
      bodyText(anEntry({ endpoint: 'uploadTicketDetails', body: { ticketAmount: 5, ticketUrl: ['e'] }, bills })),
    ),
  ).toEqual({ ticketAmount: 5, ticketUrl: ['e', own] });
  expect(JSON.parse(bodyText(anEntry({ endpoint: 'uploadTicketDetails', body: { ticketAmount: 5 } })))).toEqual({
    ticketAmount: 5,
  });
});

test('OB-6: a call that has a field for its files has it in its body', () => {
  const named = Object.values(ENDPOINTS as Record<string, Endpoint>).filter(({ files }) => files !== undefined);
  expect(named.map(({ name }) => name)).toEqual(['uploadTicketDetails', 'addFurtherTicket']);
  for (const { body, files } of named)
    expect(Object.keys((body as unknown as { shape: object }).shape)).toContain(files);
});
