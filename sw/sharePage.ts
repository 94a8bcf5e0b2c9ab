/** Why what was shared could not be kept. */
export type NotKept = 'full' | 'crowded' | 'failed';

const MESSAGES: Readonly<Record<NotKept, string>> = {
  full: 'This phone is full. The shared file is not kept. Free some space, then share it again.',
  crowded:
    'Many shared files wait on this phone already. This one is not kept. Sign in, attach them or throw ' +
    'them away, then share this one again.',
  failed:
    'The shared file could not be kept on this phone. It is still where you shared it from. Please share it again.',
};

/** A page of ours in place of the browser's own error page. Reloading it hands the file in once more. */
export function sharePage(why: NotKept): Response {
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Not kept</title>
<style>
:root{color-scheme:light dark}
body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}
a{color:inherit}
</style>
<main><h1>Not kept</h1><p role="alert">${MESSAGES[why]}</p><p><a href="/">Open Kharcha</a></p></main>
</html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  };
  return new Response(body, { status: why === 'failed' ? 500 : 507, headers });
}
