import { expect } from '@playwright/test'
import { test } from '../jitter/jitter.ts'
import { ADMIN_PASSWORD } from '../places.ts'

test('signs in, returns to the requested page, and signs out', async ({ page }) => {
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

test('redirects to sign-in and back when a session expires', async ({ page, context }) => {
  await page.request.post('/v1/login/main/local', { data: { username: 'admin', password: ADMIN_PASSWORD } })
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await context.clearCookies()
  // The page also refreshes by pushed events and polling: then it is already redirecting and has no button.
  const refresh = page.getByRole('button', { name: 'Refresh data' })
  await refresh
    .or(page.getByRole('textbox', { name: 'Username' }))
    .first()
    .click()
  await expect(page).toHaveURL(/\/login\/main\/local\?redirect_uri=%2Fprojects/)
})

test('does not redirect to another site after sign-in', async ({ page }) => {
  expect(
    (
      await page.request.get('/login?redirect_uri=//evil.example', { headers: { accept: 'text/html' } })
    ).status(),
  ).toBe(400)
})
