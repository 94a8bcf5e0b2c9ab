import { afterEach, describe, expect, it } from 'vitest';
import { isInUse, sheetsInUse } from '#app/sheetsInUse.ts';

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** Whether a sheet of these rules is needed for a picture of a page that shows this. */
function isNeeded(rules: string, shown: string): boolean {
  const style = document.createElement('style');
  style.textContent = rules;
  document.head.append(style);
  document.body.innerHTML = shown;
  return isInUse(style.sheet, document);
}

describe('P22: a picture of a page is kept with the style sheets that it needs', () => {
  it.each<[what: string, needed: boolean, rules: string, shown: string]>([
    ['styles a card', true, '.card { color: red }', '<p class="card">'],
    ['styles nothing there', false, '.field { color: red }', '<p class="card">'],
    ['styles it on wide screens', true, '@media (min-width: 900px) { .card { color: red } }', '<p class="card">'],
    ['puts something before it', true, '.card::before { content: "" }', '<p class="card">'],
    ['styles it by what stands around', true, 'html body .card { color: red }', '<p class="card">'],
    ['styles a dialog, which no picture shows', false, 'dialog { color: red }', '<dialog>'],
    ['styles what a dialog holds', false, '.card { color: red }', '<dialog><p class="card"></p></dialog>'],
    ['moves things', false, '@keyframes turn { to { rotate: 1turn } }', '<p class="card">'],
    ['has a rule that this browser cannot look up', true, '::-webkit-scrollbar { width: 0 }', '<p class="card">'],
  ])('one that %s: %s', (_what, needed, rules, shown) => {
    expect(isNeeded(rules, shown)).toBe(needed);
  });

  it('one that has not come yet may style anything', () => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/list-1.css' });
    document.head.append(link);
    expect(sheetsInUse(document)).toEqual(['/assets/list-1.css']);
  });
});
