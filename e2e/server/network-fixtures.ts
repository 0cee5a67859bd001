import type { Locator, Page } from '@playwright/test'

/** Chooses an entry from the menu of a row. */
export async function act(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Chooses an option of a listbox in a form. @param option its whole name, or a pattern. */
export async function choose(
  page: Page,
  form: Locator,
  field: string,
  option: string | RegExp,
): Promise<void> {
  await form.getByRole('button', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
