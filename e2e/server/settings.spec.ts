import { expectGone, pressEnter } from './fixtures.ts'
import { expect, test } from './silo-fixtures.ts'

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL0HHa598GYkDKdAh7lfj0RWl8+4MpPbDfXdedkBcnIX robin@fenwick'

test('opens the profile from the user menu', async ({ page }) => {
  await page.goto('/projects')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings/profile')
  await expect(page).toHaveTitle('Profile / Settings / Granary Console')
  const me = (await (await page.request.get('/v1/me')).json()) as { id: string; display_name: string }
  const facts = page.getByLabel('Properties table')
  await expect(facts).toContainText(me.display_name)
  await expect(facts.getByRole('group', { name: me.id })).toBeVisible()
  await page.goto('/settings')
  await expect(page).toHaveURL('/settings/profile')
})

test('adds, shows and deletes an SSH key by keyboard alone', async ({ page, operator }) => {
  // Another user's key: new instances have those of the administrator, and other tests create some.
  const signedIn = await page.request.post('/v1/login/main/local', { data: await operator(null) })
  expect(signedIn.status()).toBe(204)
  const name = `key-${Date.now().toString(36)}`
  await page.goto('/settings/profile')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('SSH Keys')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'SSH Keys', level: 1 })).toBeFocused()

  await page.getByRole('link', { name: 'Add SSH key' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Add SSH key' })
  await expect(panel.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Typed by a test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ssh-ed25519 AAAA')
  await pressEnter(panel.getByRole('button', { name: 'Add SSH key' }))
  await expect(panel.getByText('The key is damaged')).toBeVisible()
  const field = panel.getByRole('textbox', { name: 'Public key' })
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(KEY)
  await expect(panel.getByText('ED25519', { exact: true })).toBeVisible()
  await pressEnter(panel.getByRole('button', { name: 'Add SSH key' }))
  await expect(page).toHaveURL('/settings/ssh-keys')

  const row = page.getByRole('row', { name })
  await expect(row.getByRole('group', { name: /^SHA256:xBngREC6vzY0G9j/ })).toBeVisible()
  await row.getByRole('link', { name }).focus()
  await page.keyboard.press('Enter')
  const view = page.getByRole('dialog', { name: 'View SSH key' })
  await expect(view.getByRole('textbox', { name: 'Public key' })).toHaveValue(KEY)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/settings/ssh-keys')

  await pressEnter(row.getByRole('button', { name: 'Row actions' }))
  await pressEnter(page.getByRole('menuitem', { name: 'Delete' }))
  await pressEnter(page.getByRole('button', { name: 'Confirm' }))
  await expect(page.getByText(`SSH key ${name} deleted`)).toBeVisible()
  await expectGone(row)
})
