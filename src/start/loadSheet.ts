/** Loads a style sheet of the build, as the bundler's own loader would; it passes over what is there already. */
export function loadSheet(href: string): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = href;
  // One that did not come is passed over no more.
  link.onerror = () => link.remove();
  document.head.append(link);
}
