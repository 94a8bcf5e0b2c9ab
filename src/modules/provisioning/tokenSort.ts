import type { Endpoint } from '#contract/endpoint.ts';
import type { ProvisioningToken } from '#contract/provisioning.ts';

type Ending = Pick<Endpoint, 'name' | 'invalidates'>;

/** What a sort of tokens is made and ended by, and how it is spoken of: those of providers, keys of other programs. */
export interface TokenSort {
  noun: 'token' | 'key';
  making: Ending;
  make: (
    body: { name: string; days: number | null },
    key: string,
  ) => Promise<{ data: ProvisioningToken & { token: string } }>;
  ending: Ending;
  end: (tokenId: string, key: string) => Promise<object>;
  nameHint: string;
  /** 'enter it at the provider' */
  enterIt: string;
  none: string;
  /** What is said before one is ended. */
  endText: string;
}
