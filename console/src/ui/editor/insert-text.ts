/**
 * Replaces a part of a field's text as if the user had typed, so that the browser can undo it: its undo forgets a text
 * that a script has set. The field's input event follows at once.
 * @returns false where the browser can't do it; nothing has changed then.
 */
export function insertText(
  area: HTMLTextAreaElement | null,
  from: number,
  to: number,
  text: string,
): boolean {
  if (!area || typeof document.execCommand !== 'function') return false
  area.focus()
  area.setSelectionRange(from, to)
  return document.execCommand('insertText', false, text)
}
