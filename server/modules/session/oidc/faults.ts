/** What can be wrong with a provider, each with its own sentence for who sets it up. */

const SENTENCES = {
  slow: 'The provider did not answer within 5 seconds.',
  unreachable: 'The provider cannot be reached. Check the issuer.',
  certificate: 'The certificate of the provider is not valid.',
  redirect: 'The provider answers with a redirect, which is not followed. Enter the issuer as the provider spells it.',
  status: 'The provider answers with an error. Check the issuer.',
  endless: 'The answer of the provider is too long.',
  notJson: 'The provider does not answer with its metadata. Check the issuer.',
  issuer: 'The provider says that it is another issuer. Enter the issuer as the provider spells it.',
  insecure: 'The provider, or an address that it names, is not reached over https.',
  inside: 'The provider names an address in a private network, though it is not in one itself.',
  incomplete: 'The provider does not name all addresses that a sign-in needs.',
  unsigned: 'The provider has no keys that signatures can be checked with.',
} as const;

export type Fault = keyof typeof SENTENCES;

/** A provider that is not as it should be, or cannot be reached: nobody's wrong sign-in. */
export class ProviderFault extends Error {
  override name = 'ProviderFault';
  readonly fault: Fault;

  constructor(fault: Fault, detail?: string) {
    super(detail === undefined ? SENTENCES[fault] : `${SENTENCES[fault]} (${detail})`);
    this.fault = fault;
  }
}

/** The fault among an error and its causes; null where there is none. */
export function faultIn(error: unknown): ProviderFault | null {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth += 1)
    if (each instanceof ProviderFault) return each;
  return null;
}
