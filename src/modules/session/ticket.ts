const TICKET = /^#ticket=([\w-]{1,100})$/;

/** Has this page come back from a provider? Then it signs in, whoever was signed in before. */
export const hasTicket = (): boolean => TICKET.test(window.location.hash);

/** The ticket that this page came back from a provider with (SES-32); it is taken out of the address. */
export function takeTicket(): string | null {
  const { hash, pathname, search } = window.location;
  const ticket = TICKET.exec(hash)?.[1] ?? null;
  if (ticket !== null) window.history.replaceState(window.history.state, '', pathname + search);
  return ticket;
}
