/** Puts a text on the clipboard; on http addresses, where the clipboard API is missing, by a selected field. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused by the browser: the older way may still be open.
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const ok = typeof document.execCommand === 'function' && document.execCommand('copy');
  field.remove();
  return ok;
}
