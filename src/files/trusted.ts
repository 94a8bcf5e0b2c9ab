/** Addresses of worker scripts pass one Trusted Types policy; the content security policy names it. */
interface Policy {
  createScriptURL(url: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
}

let policy: Policy | undefined;

/** Starts a worker from a script of this origin; refuses any other. */
export function startWorker(address: string): Worker {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new Error('A worker of another origin.');
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  policy ??= factory?.createPolicy('pdf', { createScriptURL: (text) => text });
  return new Worker((policy ? policy.createScriptURL(url.href) : url.href) as string, { type: 'module' });
}
