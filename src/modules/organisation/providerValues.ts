import { ROLES, type Role } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import type { IdentityProvider, IdentityProviderBody } from '#contract/identityProvider.ts';
import { parseIdentityProvider } from '#domain/identityProvider.ts';
import { ROLE_WORDS } from '#domain/roles.ts';
import { invalid, type ParseResult } from '#domain/verdict.ts';

/** A provider as its form has it. */
export interface ProviderValues {
  name: string;
  issuer: string;
  clientId: string;
  /** Empty: the one that is kept stays. */
  clientSecret: string;
  /** Divided by commas or lines. */
  domains: string;
  trustsEmail: boolean;
  groupsClaim: string;
  /** A line for each group: 'accounts: Finance, Manager'. */
  groupRoles: string;
  enabled: boolean;
}

export const EMPTY_PROVIDER: ProviderValues = {
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  domains: '',
  trustsEmail: false,
  groupsClaim: '',
  groupRoles: '',
  enabled: true,
};

const groupLines = (map: Readonly<Record<string, readonly Role[]>> | null): string =>
  Object.entries(map ?? {})
    .map(([group, roles]) => `${group}: ${roles.map((role) => ROLE_WORDS[role]).join(', ')}`)
    .join('\n');

export const providerValuesOf = (provider: IdentityProvider): ProviderValues => ({
  name: provider.name,
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: '',
  domains: provider.domains.join(', '),
  trustsEmail: provider.trustsEmail,
  groupsClaim: provider.groupsClaim ?? '',
  groupRoles: groupLines(provider.groupRoles),
  enabled: provider.enabled,
});

const roleNamed = (word: string): Role | undefined =>
  ROLES.find((role) => [role, ROLE_WORDS[role]].some((name) => name.toLowerCase() === word.trim().toLowerCase()));

/** Which roles the lines give to which groups; null: there are no lines. A line that cannot be read is the message. */
export function parseGroupLines(text: string): { value: Record<string, Role[]> | null } | { message: string } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const map = new Map<string, Role[]>();
  for (const line of lines) {
    // The name of a group may hold colons, the names of roles never do.
    const at = line.lastIndexOf(':');
    const group = line.slice(0, at).trim();
    const words = line
      .slice(at + 1)
      .split(',')
      .filter((word) => word.trim() !== '');
    if (at < 0 || group === '' || words.length === 0)
      return { message: `Please write a group, a colon and its roles: ${line.trim().slice(0, 60)}` };
    const unknown = words.find((word) => roleNamed(word) === undefined);
    if (unknown !== undefined) return { message: `There is no role '${unknown.trim().slice(0, 60)}'` };
    map.set(
      group,
      words.flatMap((word) => roleNamed(word) ?? []),
    );
  }
  return { value: lines.length === 0 ? null : Object.fromEntries(map) };
}

/** What is sent for what was typed, by the server's own rules (SES-36). `base`: the provider that is changed. */
export function parseProviderValues(
  values: ProviderValues,
  base: IdentityProvider | undefined,
): ParseResult<IdentityProviderBody> {
  const groups = parseGroupLines(values.groupRoles);
  const parsed = parseIdentityProvider({
    ...values,
    domains: values.domains.split(/[,;\s]+/).filter((domain) => domain !== ''),
    groupRoles: 'message' in groups ? null : groups.value,
    clientSecret: values.clientSecret === '' ? undefined : values.clientSecret,
    position: base?.position ?? 0,
  });
  if (!('message' in groups)) return parsed;
  const errors: FieldErrors = { ...(!parsed.ok && parsed.errors), groupRoles: groups.message };
  return invalid(errors);
}
