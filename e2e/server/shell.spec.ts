import { expect, test } from './fixtures.ts'

test('shows the same page for an unknown path and an unknown resource', async ({ page }) => {
  for (const path of ['/no/such/page', '/projects/no-such-project/instances', '/system/silos-that-are-not']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page).toHaveTitle('Page not found / Granary Console')
    await expect(page.getByRole('link', { name: 'Back to console' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  }
})

test('navigates with quick actions by keyboard alone', async ({ page, project }) => {
  await page.goto('/projects')
  // The project may be on a later page of the list: every test makes one.
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Quick actions' })
  await page.keyboard.type(project)
  await expect(palette.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/projects/${project}/instances`)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
})

test('keeps letters after Ctrl+K while the first page still loads', async ({ page, project }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/v1/me', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/v1/me')
  await page.goto('/projects')
  await asked
  await page.keyboard.press('Control+k')
  await page.keyboard.type(project.slice(0, -1))
  await page.keyboard.press('Backspace')
  answer()
  const field = page.getByRole('dialog', { name: 'Quick actions' }).getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(project.slice(0, -2))
  await page.keyboard.type(project.slice(-2))
  await page.getByRole('option', { name: project }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances`)
})

test('applies the chosen theme at once, and remembers it', async ({ page }) => {
  await page.goto('/projects')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('skips the navigation by the first Tab', async ({ page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await page.locator('body').press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})
