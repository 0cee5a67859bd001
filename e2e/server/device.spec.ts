import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { ADMIN_PASSWORD } from '../places.ts'
import { expect, expectGone, pressEnter, test } from './fixtures.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Requests a token for a device, as the command line does. */
async function device(request: APIRequestContext) {
  const client_id = randomUUID()
  const asked = await request.post('/device/auth', { form: { client_id } })
  const { device_code, user_code } = (await asked.json()) as { device_code: string; user_code: string }
  const fetchToken = () =>
    request.post('/device/token', { form: { grant_type: GRANT, device_code, client_id } })
  return { userCode: user_code, fetchToken }
}

test('signs a user in first, then confirms the code by keyboard', async ({ page, context }) => {
  const { userCode, fetchToken } = await device(page.request)
  await context.clearCookies()
  await page.goto('/device/verify')
  await expect(page).toHaveURL(/\/login\//)
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused()
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/device/verify')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('textbox', { name: 'Character 1.' })).toBeFocused()
  const submit = page.getByRole('button', { name: 'Log in on device' })
  await page.keyboard.type(userCode.slice(0, 7).toLowerCase())
  await expect(submit).toBeDisabled()
  await page.keyboard.type(userCode.slice(7).toLowerCase())
  await expect(submit).toBeEnabled()
  expect((await fetchToken()).status()).toBe(400)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Device logged in' })).toBeVisible()
  await expect(page).toHaveURL('/device/success')
  const { access_token } = (await (await fetchToken()).json()) as { access_token: string }
  expect(access_token).toMatch(/[0-9a-f]{40}$/)
})

test('shows an error for a wrong code, corrects it in place, and takes a code once', async ({ page }) => {
  const { userCode } = await device(page.request)
  const wrong = userCode.replace(/^./, userCode.startsWith('B') ? 'C' : 'B')
  await page.goto('/device/verify')
  await expect(page.getByRole('textbox', { name: 'Character 1.' })).toBeFocused()
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, ` ${wrong}\n`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Code is invalid')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Character 1.' })).toBeFocused()
  await page.keyboard.type(userCode[0]!)
  await expect(page.getByText('Code is invalid')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Device logged in' })).toBeVisible()

  await page.goto(`/device/verify?user_code=${userCode}`)
  await expect(page.getByRole('textbox', { name: 'Character 8.' })).toHaveValue(userCode.at(-1)!)
  await expect(page.getByRole('textbox', { name: 'Character 1.' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Code is invalid')).toBeVisible()
})

test.describe('with the longest lifetime of the main silo', () => {
  test.use({ takesTurn: true })

  test('lists an access token, and deletes it by keyboard', async ({ page }) => {
    const { userCode, fetchToken } = await device(page.request)
    await page.request.post('/device/confirm', { data: { user_code: userCode } })
    const { token_id } = (await (await fetchToken()).json()) as { token_id: string }
    await page.goto('/settings/access-tokens')
    const row = page.getByRole('row').filter({ has: page.getByRole('group', { name: token_id }) })
    await expect(row).toContainText('Never')
    await pressEnter(row.getByRole('button', { name: 'Row actions' }))
    await pressEnter(page.getByRole('menuitem', { name: 'Delete' }))
    const dialog = page.getByRole('dialog', { name: 'Delete access token' })
    await expect(dialog).toContainText(token_id)
    await pressEnter(dialog.getByRole('button', { name: 'Confirm' }))
    await expectGone(row)
  })
})
