import { expect, test } from '@playwright/test'
import { ADMIN_PASSWORD } from '../places.ts'

test('one comes in, back to the page that one wanted, and out again', async ({ page }) => {
  await page.goto('/projects?name=abc')
  await expect(page).toHaveURL(/\/login\/main\/local\?redirect_uri=/)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Username' }).fill('admin')
  await page.getByLabel('Password').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Could not sign in/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('admin')
  await page.getByLabel('Password').fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects?name=abc')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect((await page.request.get('/v1/me')).status()).toBe(401)
})

test('a session that ends while one works leads to sign-in and back', async ({ page, context }) => {
  await page.request.post('/v1/login/main/local', { data: { username: 'admin', password: ADMIN_PASSWORD } })
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await context.clearCookies()
  // What others change is pushed and asked for, too: then the page is on its way already, and has no button any more.
  await page
    .getByRole('button', { name: 'Refresh data' })
    .click({ timeout: 5_000 })
    .catch(() => {})
  await expect(page).toHaveURL(/\/login\/main\/local\?redirect_uri=%2Fprojects/)
})

test('a link to another site is not followed after signing in', async ({ page }) => {
  expect(
    (
      await page.request.get('/login?redirect_uri=//evil.example', { headers: { accept: 'text/html' } })
    ).status(),
  ).toBe(400)
})
