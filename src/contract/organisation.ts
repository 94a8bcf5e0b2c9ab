import * as z from 'zod/mini';

/**
 * Body of setting an organisation up: its name, and who is its first admin. `secret` is the setup link's; `attempt` is
 * random, of one browser, which may ask again with it when no answer came.
 */
export const setupBody = z.object({
  secret: z.string(),
  attempt: z.optional(z.string().check(z.regex(/^[\w-]{16,100}$/))),
  organisation: z.string({ error: 'Please enter the organisation' }),
  name: z.string({ error: 'Please enter the name' }),
  email: z.string({ error: 'Please enter the e-mail address' }),
  employeeCode: z.string({ error: 'Please enter the employee code' }),
  /** By its days dates are judged; absent: by those of the zone that counts already (ORG-36). */
  timeZone: z.optional(z.string()),
});
export type SetupBody = z.infer<typeof setupBody>;

/** Body of signing in by a link from the server's operator; `attempt` as in setting up. */
export const signInByLinkBody = z.object({
  secret: z.string(),
  attempt: z.string().check(z.regex(/^[\w-]{16,100}$/)),
});
export type SignInByLinkBody = z.infer<typeof signInByLinkBody>;

/** How far an organisation is set up, for its admins. */
export const organisationState = z.object({
  name: z.string(),
  /** A data address of a small picture; null: none (ORG-37). */
  logo: z.nullable(z.string()),
  /** Ways of signing in: Google's button, codes by mail, and how many further providers are switched on. */
  signIn: z.object({ google: z.boolean(), codes: z.boolean(), providers: z.int() }),
  /** At work. */
  people: z.int(),
  /** Where people reach the server; null: nobody has said. */
  publicUrl: z.nullable(z.string()),
  timeZone: z.string(),
  /** The server's setting says which: no other can be chosen (ORG-36). */
  timeZoneSet: z.boolean(),
  /** There are claims or trips, filed by its days: it stays (ORG-36). */
  timeZoneStays: z.boolean(),
  version: z.int(),
});
export type OrganisationState = z.infer<typeof organisationState>;

/** What was found when one part of the installation was tried out (ORG-31). `message`: what it is, or what to do. */
export const installationCheck = z.object({
  part: z.enum(['mail', 'bills', 'backup', 'address']),
  state: z.enum(['WORKS', 'OFF', 'FAILS']),
  message: z.string(),
});
export type InstallationCheck = z.infer<typeof installationCheck>;

/**
 * `logo`: a PNG, JPEG or WebP in base64; null takes it away, absent lets it stay. `timeZone`: another one, while it can
 * be chosen (ORG-36).
 */
export const organisationBody = z.object({
  name: z.string({ error: 'Please enter the organisation' }),
  logo: z.optional(z.nullable(z.string())),
  timeZone: z.optional(z.string()),
});
export type OrganisationBody = z.infer<typeof organisationBody>;
