/** What was sent or answered as a secret, by the server's address: no line of its log, no row of audit may hold it. */
const seen = new Map<string, Set<string>>();

const HEADERS = ['token', 'x-api-key', 'authorization', 'cookie', 'nonce-verifier'];
const FIELD = /^(?:token|\w*secret|credential|password|key|apiKey|link)$/i;
/** Shorter ones are words of a test, or stand in other texts by chance. */
const SHORTEST = 20;

function* secretsOf(value: unknown, name = ''): Generator<string> {
  if (typeof value === 'string' && FIELD.test(name)) yield value.replace(/^.*#/, '');
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* secretsOf(inner, Array.isArray(value) ? name : key);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Notes the secrets of a request or an answer. */
export function noteSecrets(url: string, headers: Readonly<Record<string, string>>, body: unknown): void {
  const secrets = seen.get(url) ?? new Set<string>();
  seen.set(url, secrets);
  const sent = HEADERS.map((name) => headers[name] ?? '').map((value) => value.replace(/^Bearer |^.*=/, ''));
  const fields = secretsOf(typeof body === 'string' ? parsed(body) : null);
  for (const secret of [...sent, ...fields]) if (secret.length >= SHORTEST) secrets.add(secret);
}

/** The texts that hold one of them, cut short. */
export function tellingSecrets(url: string, texts: readonly string[]): string[] {
  const secrets = [...(seen.get(url) ?? [])];
  seen.delete(url);
  return texts.filter((text) => secrets.some((secret) => text.includes(secret))).map((text) => text.slice(0, 500));
}
