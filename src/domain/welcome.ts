/** The mail to somebody who was put into the directory (ORG-32). */

export interface WelcomeFacts {
  name: string;
  email: string;
  organisation: string;
  /** Who decides about their requests; null: nobody yet. */
  manager: string | null;
  /** Where people reach the server, without a slash at its end. */
  address: string;
  /** Sign-in asks for the location. */
  locationRequired: boolean;
}

/** What it says. */
export function welcomeMail(facts: WelcomeFacts): { subject: string; text: string } {
  const { name, email, organisation, manager, address, locationRequired } = facts;
  return {
    subject: `Your trips and claims at ${organisation}`,
    text: [
      `Hello ${name},`,
      `${organisation} uses Kharcha for trips, travel claims and local bills.`,
      `Open this address and sign in as ${email}:\n${address}/`,
      'To have it on your phone, also without a network, open the address there and choose ‘Install app’ or ' +
        '‘Add to Home Screen’ in the menu of the browser.',
      ...(locationRequired
        ? ['When you sign in, the browser asks whether Kharcha may know where you are. Please allow it.']
        : []),
      manager === null ? 'Who decides about your requests is not set yet.' : `${manager} decides about your requests.`,
    ].join('\n\n'),
  };
}
