// Our own dashboard: draws the figures that the page around it hands over. It runs in a sandboxed frame with no origin of its own, asks for nothing, and makes
// elements by name and text alone.
(() => {
  const board = document.getElementById('board');
  const element = (name, content, attributes = {}) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...(Array.isArray(content) ? content : content === undefined ? [] : [content]));
    return made;
  };
  const note = (text) => board.replaceChildren(element('p', text, { class: 'note', role: 'status' }));
  const part = (value, most) => (most > 0 ? `${(value / most) * 100}%` : '0');

  const bars = ({ rows }) => {
    const most = Math.max(...rows.map(({ value }) => value));
    return [
      element(
        'ol',
        rows.map(({ label, value, texts, note: beside }) => {
          const bar = element('i');
          bar.style.width = part(value, most);
          return element('li', [
            element('span', label),
            element('b', [texts[0], ...(beside ? [element('small', beside)] : [])]),
            element('i', [bar], { 'aria-hidden': 'true' }),
          ]);
        }),
      ),
    ];
  };
  const columns = ({ rows }) => {
    const most = Math.max(...rows.map(({ value }) => value));
    const drawn = rows.map(({ label, value, texts }) => {
      const bar = element('i', undefined, { title: `${label}: ${texts[0]}` });
      bar.style.height = part(value, most);
      return bar;
    });
    const ends = rows.length > 1 ? [rows[0].label, rows.at(-1).label] : [rows[0].label];
    return [
      element('div', drawn, { class: 'columns', 'aria-hidden': 'true' }),
      element(
        'div',
        ends.map((text) => element('span', text)),
        { class: 'ends' },
      ),
    ];
  };
  const table = ({ title, head, rows }) => {
    const body = element(
      'tbody',
      rows.map(({ label, texts }) =>
        element('tr', [element('th', label, { scope: 'row' }), ...texts.map((text) => element('td', text))]),
      ),
    );
    const whole = element(
      'table',
      [
        element(
          'thead',
          element(
            'tr',
            head.map((text) => element('th', text, { scope: 'col' })),
          ),
        ),
        body,
      ],
      { 'aria-label': title },
    );
    return element('details', [
      element('summary', 'Show as a table'),
      element('div', whole, { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `${title}, as a table` }),
    ]);
  };
  const chart = (model) =>
    element(
      'section',
      [
        element('h2', model.title),
        ...(model.note ? [element('p', model.note)] : []),
        ...(model.kind === 'columns' ? columns(model) : bars(model)),
        table(model),
      ],
      model.kind === 'columns' ? { 'data-wide': '' } : {},
    );

  const draw = (model) => {
    document.documentElement.dataset.scheme = model.scheme;
    if (model.empty) return note(model.empty);
    const tiles = element(
      'dl',
      model.tiles.map(({ label, text }) => element('div', [element('dt', label), element('dd', text)])),
      { class: 'tiles' },
    );
    // What was unfolded stays so when the figures come anew.
    const open = new Set(
      [...document.querySelectorAll('details[open] table')].map((each) => each.getAttribute('aria-label')),
    );
    board.replaceChildren(
      tiles,
      element('div', model.charts.filter(({ rows }) => rows.length > 0).map(chart), { class: 'charts' }),
    );
    for (const each of document.querySelectorAll('details'))
      each.open = open.has(each.querySelector('table').getAttribute('aria-label'));
  };

  if (window.parent === window) return note('These figures are shown inside Kharcha.');
  // The origin of this page's address, as the frame itself has none: no other page around it is told anything, and only what comes through this port is drawn.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => draw(data);
  window.parent.postMessage({ type: 'DASHBOARD' }, location.origin, [port2]);
})();
