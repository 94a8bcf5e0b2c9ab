/** Every campaign of the demo organisation, the last one made last: see server/demo/campaigns.ts. */
const CAMPAIGNS = 9;
const PATIENCE_MS = 240_000;

/**
 * Waits until a server that is ready has made all of the demo organisation: companies and campaigns come after
 * everything else.
 */
export async function wholeDemo(url: string): Promise<void> {
  const post = async (path: string, body: object): Promise<Record<string, unknown>> =>
    (await (
      await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as Record<string, unknown>;
  const { data } = await post('/demo/credential', { email: 'campaign-manager@example.com' });
  const { token } = await post('/api/v1/account/googlelogin/v2', data as object);
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    const answer = await fetch(`${url}/api/v1/campaign/findAllCampaign`, {
      headers: { token: String(token), platform: 'WEB_SITE' },
    });
    if (((await answer.json()) as { totalElements?: number }).totalElements === CAMPAIGNS) return;
    await new Promise((done) => setTimeout(done, 250));
  }
  throw new Error('The demo organisation was not made within four minutes.');
}
