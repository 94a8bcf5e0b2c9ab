/** Shown in place of the app when nothing has been built. */
export const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kharcha</title></head>
<body>
<h1>The app is not built yet</h1>
<p>The server is running, but there is no client in <code>dist/client</code>.</p>
<p>Run <code>npm start</code>, which builds what is missing,
or <code>npm run build</code> and then start the server again.
While working on the client, <code>npm run dev</code> serves it from its sources.</p>
<p>The interface for programs is described at <a href="/api/docs">/api/docs</a>.</p>
</body>
</html>
`;
