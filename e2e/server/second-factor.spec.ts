import { Secret, TOTP } from 'otpauth'
import { withoutPrefetch } from './fixtures.ts'
import { expect, test, unique } from './silo-fixtures.ts'

const PERIOD = 30_000

/** Returns a code of a secret for the period after some time; each code works once. */
const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later })

test('sets up a second factor, signs in with a code and with a recovery code, and removes it', async ({
  make,
  browser,
  baseURL,
}) => {
  const [name, password] = [unique('careful'), 'four words in a row']
  await make('/v1/system/identity-providers/local/users?silo=main', {
    external_id: name,
    password: { mode: 'password', value: password },
  })
  const context = await browser.newContext({ baseURL: baseURL! })
  await withoutPrefetch(context)
  const page = await context.newPage()
  /** Signs in. A code is made when it is asked for, because it is soon out of date. */
  const enter = async (codeNow?: () => string) => {
    // An open page goes to the sign-in page by itself when its session ends.
    await page.goto('about:blank')
    await context.clearCookies()
    await page.goto('/login/main/local?redirect_uri=/settings/sign-in')
    await page.getByRole('textbox', { name: 'Username' }).fill(name)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    if (!codeNow) return
    const field = page.getByRole('textbox', { name: 'Code' })
    await expect(field).toBeEditable()
    await field.fill(codeNow())
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await enter()
  await page.getByRole('button', { name: 'Set up second factor' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('textbox', { name: 'Your password' }).fill(password)
  await page.getByRole('button', { name: 'Confirm code' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent())!
  await page.getByRole('button', { name: 'I have kept the codes' }).click()
  await expect(page.getByText('10 left')).toBeVisible()

  await enter(() => '000000')
  await expect(page.getByText('The code is wrong, expired or already used.')).toBeVisible()
  await enter(() => codeOf(secret, PERIOD))
  await expect(page.getByText('10 left')).toBeVisible()
  await enter(() => recovery)
  await expect(page.getByText('9 left')).toBeVisible()

  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove second factor' })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password)
  await dialog.getByRole('button', { name: 'Remove second factor' }).click()
  await expect(page.getByRole('button', { name: 'Set up second factor' })).toBeVisible()

  await page.goto('/settings/sessions')
  await expect(page.getByRole('row').filter({ hasText: 'This session' })).toContainText('Chrome')
  await page.getByRole('button', { name: 'End other sessions' }).click()
  await page
    .getByRole('dialog', { name: 'End other sessions' })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await expect(page.getByText('Other sessions ended')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await context.close()
})
