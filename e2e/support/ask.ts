const BUSY = new Set([429, 503]);
const PATIENCE_MS = 30_000;

/** As every client does, it asks again when the server is busy. */
export async function ask(url: string, init: RequestInit): Promise<Response> {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const response = await fetch(url, init);
    if (!BUSY.has(response.status) || Date.now() > end) return response;
    await new Promise((done) => setTimeout(done, 500));
  }
}

export async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
