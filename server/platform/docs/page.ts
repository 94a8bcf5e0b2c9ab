import type { Endpoint } from '#contract/endpoint.ts';
import { ERROR_STATUS } from '#contract/error.ts';
import { WEBHOOK_BODIES } from '#contract/webhookBody.ts';
import { PARAMETERS, schemaOf } from './parameters.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const ACCESS_WORDS = {
  session: 'Needs a session',
  key: 'Needs the key of another program',
  public: 'Open to all',
} as const;
const OFFLINE_WORDS = { queue: 'may wait on the device', online: 'needs the network', read: 'reads' } as const;

const block = (title: string, value: unknown): string =>
  `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;

function queryOf(entry: Endpoint): string {
  const pairs = [
    ...Object.entries(entry.fixed ?? {}).map(([key, value]) => `${key}=${value}`),
    ...(entry.params ?? []).map((key) => (entry.required?.includes(key) ? `${key}=…` : `[${key}=…]`)),
  ];
  if (entry.list) pairs.push('[pageSize=25]', '[pageNumber=0]', '[filter=KEY:VALUE]', '[sort=KEY]');
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function callOf(entry: Endpoint): string {
  const body =
    entry.bodyType === 'part' && entry.method === 'PATCH'
      ? '<p>Body: bytes of the file, as application/offset+octet-stream.</p>'
      : entry.bodyType === 'file'
        ? '<p>Body: multipart/form-data with one field <code>file</code>.</p>'
        : entry.body
          ? block('Body', schemaOf(entry.body, 'input'))
          : '';
  return `<section id="${entry.name}">
<h3><code><b>${entry.method}</b> ${escapeHtml(entry.path)}<wbr><i>${escapeHtml(queryOf(entry))}</i></code></h3>
<p>${escapeHtml(entry.summary)}</p>
<p class="facts">${ACCESS_WORDS[entry.access]} · ${OFFLINE_WORDS[entry.offline]} · <code>${entry.name}</code></p>
${body}${entry.bytes ? '<p>Answers the bytes of a file.</p>' : block('Answer', schemaOf(entry.answer, 'output'))}
</section>`;
}

const webhookOf = ([type, { summary, schema }]: [string, (typeof WEBHOOK_BODIES)[keyof typeof WEBHOOK_BODIES]]) =>
  `<section id="${type}">
<h3><code>${type}</code></h3>
<p>${escapeHtml(summary)}</p>
${block('Body', schemaOf(schema, 'output'))}
</section>`;

const HEADER_ROWS: readonly (readonly [string, string])[] = [
  ['token', 'The session’s token, from sign-in. A cookie alone never authenticates.'],
  ...Object.values(PARAMETERS).flatMap((one) =>
    one['in'] === 'header' ? [[String(one['name']), String(one['description'])] as const] : [],
  ),
];

const rows = (pairs: readonly (readonly [string, string])[]): string =>
  pairs
    .map(
      ([name, words]) => `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(words)}</td></tr>`,
    )
    .join('');

/** The documentation for people: one page, no script, its styles beside it. */
export function docsPage(endpoints: readonly Endpoint[], version: string): string {
  const codes = Object.entries(ERROR_STATUS).map(([code, status]) => [`${status}`, code] as const);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kharcha interface</title>
<link rel="stylesheet" href="/api/docs/docs.css">
</head>
<body>
<header><h1>Kharcha interface</h1>
<p>Version ${escapeHtml(version)}.
For programs: <a href="/api/docs/openapi.json">openapi.json</a> (OpenAPI 3.1).</p></header>
<nav aria-label="Calls"><ul>
${endpoints.map((entry) => `<li><a href="#${entry.name}">${entry.name}</a></li>`).join('')}
</ul></nav>
<main>
<h2>Every request</h2>
<table>${rows(HEADER_ROWS)}</table>
<h2>Every answer</h2>
<p>JSON with <code>success</code>.
A refusal is <code>{"success": false, "message", "code", "errors"?, "current"?}</code>:
a sentence for a person, a code for a program, field by field for a form,
and the record as it stands where it moved on.</p>
<table>${rows(codes)}</table>
<h2>Calls</h2>
${endpoints.map(callOf).join('\n')}
<h2>Webhooks</h2>
<p>Posted to receivers of the organisation, signed as Standard Webhooks has it.</p>
${Object.entries(WEBHOOK_BODIES).map(webhookOf).join('\n')}
</main>
</body>
</html>
`;
}

export const DOCS_CSS = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0}
section{border-top:1px solid color-mix(in srgb,currentColor 25%,transparent);margin-top:1.5rem;padding-top:.5rem}
h3{font-size:1rem;overflow-wrap:anywhere}
h3 i{font-style:normal;font-weight:400}
.facts{font-size:.875rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;
border-bottom:1px solid color-mix(in srgb,currentColor 15%,transparent)}
th{width:16rem;font-weight:400}
pre{overflow-x:auto;padding:.75rem;background:color-mix(in srgb,currentColor 7%,transparent);
border-radius:.375rem;font-size:.8125rem}
summary{cursor:pointer;min-height:1.75rem}
`;
