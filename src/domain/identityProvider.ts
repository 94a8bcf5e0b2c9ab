import { ROLES, type Role } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import { identityProviderBody, type IdentityProviderBody } from '#contract/identityProvider.ts';
import { MAX_GROUP_ROLES, MAX_ISSUER, MAX_NAME, MAX_PROVIDER_DOMAINS, MAX_SECRET } from '#contract/limits.ts';
import { conform, missingIn, parseNeededLine, type Parsed } from './parsing.ts';
import { invalid, type ParseResult } from './verdict.ts';

/** The rules of OpenID Connect providers, and of the roles that their groups give. */

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** An issuer: an https address (http on this machine) without query, as the provider spells it (SES-36). */
export function parseIssuer(value: unknown): Parsed<string> {
  const read = parseNeededLine(value, 'Issuer', MAX_ISSUER, missingIn(identityProviderBody.shape.issuer));
  if ('message' in read) return read;
  const url = URL.canParse(read.value) ? new URL(read.value) : null;
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!url || !safe) return { message: 'The issuer must begin with https://' };
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return { message: 'The issuer must be an address alone' };
  return url.pathname.includes('/.well-known/')
    ? { message: 'Please enter the issuer without /.well-known/openid-configuration' }
    : { value: read.value };
}

function parseDomains(value: unknown): Parsed<string[]> {
  const read = conform(identityProviderBody.shape.domains, value);
  if ('message' in read) return { message: `At most ${MAX_PROVIDER_DOMAINS} domains` };
  const domains = [...new Set(read.value.map((each) => each.trim().toLowerCase().replace(/^@/, '')))];
  const wrong = domains.find((each) => !DOMAIN.test(each));
  return wrong === undefined ? { value: domains } : { message: `This is not a domain: ${wrong.slice(0, 60)}` };
}

function parseGroupRoles(value: unknown): Parsed<Record<string, Role[]> | null> {
  const read = conform(identityProviderBody.shape.groupRoles, value);
  if ('message' in read) return { message: 'A group gives a role that does not exist' };
  if (read.value === null) return { value: null };
  const groups = Object.entries(read.value);
  if (groups.length > MAX_GROUP_ROLES) return { message: `At most ${MAX_GROUP_ROLES} groups` };
  return groups.some(([group]) => group === '' || group.length > MAX_NAME)
    ? { message: 'A group has no name, or one that is too long' }
    : { value: Object.fromEntries(groups) };
}

/** Parses what an organisation admin says of a provider. `clientSecret` undefined: it stays as it is. */
export function parseIdentityProvider(body: unknown): ParseResult<IdentityProviderBody> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Partial<Record<string, unknown>>;
  const { shape } = identityProviderBody;
  const errors: FieldErrors = {};
  const take = <Value>(field: keyof IdentityProviderBody, read: Parsed<Value>, fallback: Value): Value => {
    if ('value' in read) return read.value;
    errors[field] = read.message;
    return fallback;
  };
  const of = <Value>(field: keyof IdentityProviderBody, missing: Value): unknown => given[field] ?? missing;
  const secret = given['clientSecret'];
  const value: IdentityProviderBody = {
    name: take('name', parseNeededLine(given['name'], 'Name', MAX_NAME, missingIn(shape.name)), ''),
    issuer: take('issuer', parseIssuer(given['issuer']), ''),
    clientId: take(
      'clientId',
      parseNeededLine(given['clientId'], 'Client id', MAX_NAME, missingIn(shape.clientId)),
      '',
    ),
    domains: take('domains', parseDomains(of('domains', [])), []),
    trustsEmail: take('trustsEmail', conform(shape.trustsEmail, of('trustsEmail', false)), false),
    groupsClaim: take(
      'groupsClaim',
      given['groupsClaim'] === null || given['groupsClaim'] === undefined || given['groupsClaim'] === ''
        ? { value: null }
        : parseNeededLine(given['groupsClaim'], 'Claim', MAX_NAME, ''),
      null,
    ),
    groupRoles: take('groupRoles', parseGroupRoles(of('groupRoles', null)), null),
    enabled: take('enabled', conform(shape.enabled, of('enabled', false)), false),
    position: take('position', conform(shape.position, of('position', 0)), 0),
  };
  if (secret !== undefined && secret !== null && (typeof secret !== 'string' || !/^[ -~]+$/.test(secret)))
    errors['clientSecret'] = 'The client secret cannot be read';
  else if (typeof secret === 'string' && secret.length > MAX_SECRET)
    errors['clientSecret'] = `The client secret has more than ${MAX_SECRET} characters`;
  else if (secret !== undefined) value.clientSecret = secret as string | null;
  if (value.groupRoles !== null && value.groupsClaim === null)
    errors['groupsClaim'] ??= 'Please enter the claim that names the groups';
  return Object.keys(errors).length > 0 ? invalid(errors) : { ok: true, value };
}

/**
 * The roles of a person who has these groups (SES-37): those that the map gives to a group come and go with it, all
 * others stay. In the order of `ROLES`.
 */
export function rolesByGroups(
  before: readonly Role[],
  groups: readonly string[],
  map: Readonly<Record<string, readonly Role[]>>,
): Role[] {
  const managed = new Set(Object.values(map).flat());
  const given = new Set(groups.flatMap((group) => (Object.hasOwn(map, group) ? (map[group] ?? []) : [])));
  return ROLES.filter((role) => given.has(role) || (before.includes(role) && !managed.has(role)));
}
