/** Focuses the first field of a form with an error, in page order. Returns whether there is one. */
export function focusFirstInvalid(form: HTMLElement): boolean {
  const invalid = form.querySelector<HTMLElement>('[data-invalid], [aria-invalid="true"]')
  if (!invalid) return false
  // A label may have a button of its own before the control.
  const inside =
    invalid.querySelector<HTMLElement>(':is(input, textarea, button)[aria-invalid="true"]') ??
    invalid.querySelector<HTMLElement>('input, textarea, button')
  ;(invalid.tabIndex === -1 && !invalid.hasAttribute('tabindex') && inside ? inside : invalid).focus()
  return true
}
