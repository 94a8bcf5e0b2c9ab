/** The few addresses that code may be loaded from by name, for pages under `require-trusted-types-for 'script'`. */
interface ScriptPolicy {
  createScriptURL(address: string): unknown;
}
interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy;
}

export const GOOGLE_SCRIPT = 'https://accounts.google.com/gsi/client';
const ALLOWED = new Set(['/sw.js', '/dev-sw.js?dev-sw', GOOGLE_SCRIPT]);

let policy: ScriptPolicy | undefined;

/** An address that the browser accepts as a script's; throws for any other than ours. */
export function scriptAddress(address: string): string {
  if (!ALLOWED.has(address)) throw new TypeError(`${address} is no script of ours.`);
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
  policy ??= factory?.createPolicy('app-sw', {
    createScriptURL: (text) => {
      if (!ALLOWED.has(text)) throw new TypeError('Not allowed.');
      return text;
    },
  });
  return policy ? (policy.createScriptURL(address) as string) : address;
}
