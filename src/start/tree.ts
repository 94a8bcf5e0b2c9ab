/**
 * What a page shows, as data: text, or an element's name, attributes and children. It is drawn with plain DOM, because
 * nothing that could run as a script comes back out of the store (Trusted Types).
 */
export type TreeNode = string | readonly [name: string, attributes: Readonly<Record<string, string>>, TreeNode[]];

const SVG = 'http://www.w3.org/2000/svg';

/** Attributes that decide how an element looks, or say what was tapped. Never one that loads or runs. */
const KEPT = new RegExp(
  '^(?:class|style|type|role|value|checked|disabled|placeholder|dir|lang|hidden|open|rows|cols|size|(?:col|row)span|' +
    'width|height|viewbox|fill|d|r|c?[xy]|points|transform|opacity|text-anchor|textlength|lengthadjust|font-[a-z]+|' +
    'letter-spacing|(?:fill|clip)-rule|stroke(?:-[a-z]+)?|(?:data|aria)-[\\w-]+)$',
  'i',
);

/** Left out with all that they hold: what is closed, what speaks for itself, and what is not seen. */
export const LEFT_OUT = 'script,style,noscript,template,dialog,iframe,object,embed,[popover],[data-transient]';

/** True now and perhaps not at the next start: its place is kept, without words. */
const LIVE = '[data-live]';

/** Rows of lists and tables: of these only those that the first screenful shows. */
const ROW = 'li,tr';

function attributesOf(element: Element): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const { name, value } of element.attributes) if (KEPT.test(name)) kept[name] = value;
  const href = element.getAttribute('href');
  // Of this site alone: it tells which link was tapped, and leads there in a new tab.
  if (href !== null && /^\/(?!\/)/.test(href)) kept['href'] = href;
  if (element instanceof HTMLInputElement) {
    if (element.type === 'password' || element.type === 'file') delete kept['value'];
    else kept['value'] = element.value;
    delete kept['checked'];
    if (element.checked) kept['checked'] = '';
  }
  return kept;
}

function childrenOf(element: Element, below: number, blank = false): TreeNode[] {
  if (element instanceof HTMLTextAreaElement) return [element.value];
  if (element instanceof HTMLSelectElement) {
    const [chosen] = element.selectedOptions;
    return chosen ? [['option', {}, [chosen.textContent]]] : [];
  }
  const nodes: TreeNode[] = [];
  for (const child of element.childNodes) {
    if (child instanceof Text) {
      if (!blank) nodes.push(child.data);
    } else if (child instanceof Element && !child.matches(LEFT_OUT)) {
      if (child.matches(ROW) && child.getBoundingClientRect().top > below) continue;
      const live = child.matches(LIVE);
      const attributes = attributesOf(child);
      nodes.push([
        child.localName,
        live ? { ...attributes, 'data-blank': '' } : attributes,
        childrenOf(child, below, blank || live),
      ]);
    }
  }
  return nodes;
}

/** What `root` shows in its first `height` pixels from the top of the page. */
export const treeOf = (root: Element, height = Infinity): TreeNode[] =>
  childrenOf(root, height - root.ownerDocument.documentElement.scrollTop);

/** Makes elements of a tree again. They do nothing by themselves, and no key leads to them. */
export function draw(nodes: readonly TreeNode[], page: Document, inSvg = false): DocumentFragment {
  const fragment = page.createDocumentFragment();
  for (const node of nodes) {
    if (typeof node === 'string') {
      fragment.append(node);
      continue;
    }
    const [name, attributes, children] = node;
    const svg = inSvg || name === 'svg';
    const element = svg ? page.createElementNS(SVG, name) : page.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (element.matches('a,button,input,select,textarea,summary,[role]')) element.setAttribute('tabindex', '-1');
    element.append(draw(children, page, svg));
    fragment.append(element);
  }
  return fragment;
}
