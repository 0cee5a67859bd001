import { expectGone, pressEnter } from './fixtures.ts'
import { certificateFiles, expect, test, unique } from './silo-fixtures.ts'

test.describe('with a role in the main silo', () => {
  test.use({ takesTurn: true })

  test('creates a silo user, signs them in and out, sets a password and deletes them', async ({
    page,
    playwright,
    baseURL,
  }) => {
    const name = unique('farmer')
    await page.goto('/silo/users-new')
    const panel = page.getByRole('dialog', { name: 'Create user' })
    await expect(panel.getByRole('textbox', { name: /^User name/ })).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(panel.getByText('Password is required')).toBeVisible()
    await panel.getByRole('textbox', { name: /^Password At least/ }).fill('first-secret')
    await panel.getByRole('radio', { name: /^Viewer/ }).press('Space')
    await panel.getByRole('textbox', { name: /^Password At least/ }).press('Enter')
    await expect(page.getByTestId('Toasts')).toContainText(`User ${name} created`)
    await expect(page).toHaveURL('/silo/users')
    const row = page.getByRole('row', { name: new RegExp(name) })
    await expect(row.getByText('silo.viewer')).toBeVisible()

    const elsewhere = await playwright.request.newContext({ baseURL: baseURL! })
    const signIn = async (password: string) =>
      (await elsewhere.post('/v1/login/main/local', { data: { username: name, password } })).status()
    expect(await signIn('first-secret')).toBe(204)
    expect((await elsewhere.get('/v1/projects')).status()).toBe(200)
    await row.getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    const user = page.getByRole('dialog', { name: 'User', exact: true })
    await expect(user.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveCount(2)
    await expect(user.getByText('No access tokens.')).toBeVisible()
    await pressEnter(user.getByRole('button', { name: 'Log out everywhere' }))
    const question = page.getByRole('dialog', { name: 'Log out everywhere' })
    await pressEnter(question.getByRole('button', { name: 'Confirm' }))
    await expect(question).toBeHidden()
    await expect(user.getByText('Signed in nowhere.')).toBeVisible()
    expect((await elsewhere.get('/v1/me')).status()).toBe(401)
    await pressEnter(user.getByRole('button', { name: 'Close' }).first())
    await expect(page).toHaveURL('/silo/users')

    const menu = async (item: string) => {
      await pressEnter(row.getByRole('button', { name: 'Row actions' }))
      await pressEnter(page.getByRole('menuitem', { name: item }))
    }
    await menu('Set password')
    const dialog = page.getByRole('dialog', { name: 'Set password' })
    await dialog.getByRole('textbox', { name: /^Password At least/ }).fill('second-secret')
    await dialog.getByRole('button', { name: 'Show password' }).click()
    await expect(dialog.getByRole('textbox', { name: /^Password/ })).toHaveValue('second-secret')
    await dialog.getByRole('textbox', { name: /^Password/ }).press('Enter')
    await expect(dialog).toBeHidden()
    expect(await signIn('first-secret')).toBe(401)
    expect(await signIn('second-secret')).toBe(204)
    await menu('Disable')
    const disabling = page.getByRole('dialog', { name: 'Disable user' })
    await pressEnter(disabling.getByRole('button', { name: 'Confirm' }))
    await expect(row.getByText('Disabled')).toBeVisible()
    expect((await elsewhere.get('/v1/me')).status()).toBe(401)
    expect(await signIn('second-secret')).toBe(401)
    await menu('Enable')
    const enabling = page.getByRole('dialog', { name: 'Enable user' })
    await pressEnter(enabling.getByRole('button', { name: 'Confirm' }))
    await expect(row.getByText('Active')).toBeVisible()
    expect(await signIn('second-secret')).toBe(204)
    await menu('Delete')
    const deleting = page.getByRole('dialog', { name: 'Delete user' })
    await pressEnter(deleting.getByRole('button', { name: 'Confirm' }))
    await expectGone(row)
    expect((await elsewhere.get('/v1/me')).status()).toBe(401)
    await elsewhere.dispose()
  })
})

test('shows a taken name at its field, and signs in the first admin of a new silo', async ({
  page,
  silo,
  playwright,
  baseURL,
}) => {
  const name = await silo()
  await page.goto(`/system/silos/${name}/users`)
  await expect(page.getByRole('heading', { name: 'No users' })).toBeVisible()
  const create = async () => {
    await page.getByRole('link', { name: 'New user' }).first().click()
    const panel = page.getByRole('dialog', { name: 'Create user' })
    await panel.getByRole('textbox', { name: /^User name/ }).fill('ada')
    await panel.getByRole('textbox', { name: /^Password At least/ }).fill('a-secret')
    await panel.getByRole('radio', { name: /^Admin/ }).check()
    await panel.getByRole('button', { name: 'Create user' }).click()
    return panel
  }
  await create()
  await expect(page.getByRole('row', { name: /ada silo\.admin/ })).toBeVisible()
  const panel = await create()
  await expect(panel.getByText('Name already exists', { exact: true })).toBeVisible()
  await expect(panel.getByRole('textbox', { name: /^Password At least/ })).toHaveValue('a-secret')

  const ada = await playwright.request.newContext({ baseURL: baseURL! })
  await ada.post(`/v1/login/${name}/local`, { data: { username: 'ada', password: 'a-secret' } })
  expect(await (await ada.get('/v1/me')).json()).toMatchObject({ silo_admin: true, fleet_viewer: false })
  await ada.dispose()
})

test('adds a certificate, shows its content, and deletes it', async ({ page }) => {
  const name = unique('cert')
  const { cert, key } = certificateFiles(['main.sys.granary.example', '*.apps.granary.example'])
  await page.goto('/silo/certificates')
  await pressEnter(page.getByRole('link', { name: 'Add certificate' }).first())
  const panel = page.getByRole('dialog', { name: 'Add certificate' })
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await panel.getByLabel('Cert', { exact: true }).setInputFiles(cert)
  await expect(panel.getByText('*.apps.granary.example')).toBeVisible()
  await expect(panel.getByText('self-signed')).toBeVisible()
  await panel.getByLabel('Key', { exact: true }).setInputFiles(key)
  await pressEnter(panel.getByRole('button', { name: 'Add certificate' }))
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row.getByText('main.sys.granary.example')).toBeVisible()
  await row.getByRole('link', { name }).click()
  const view = page.getByRole('dialog', { name: 'Certificate', exact: true })
  await expect(view.getByRole('textbox', { name: 'Cert' })).toHaveValue(/BEGIN CERTIFICATE/)
  await view.getByRole('button', { name: 'Close' }).first().click()
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete certificate' })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await expectGone(row)
})

test('shows a SCIM token once, and deletes it', async ({ page, silo }) => {
  const name = await silo({ identity_mode: 'saml_scim' })
  await page.goto(`/system/silos/${name}/scim`)
  await expect(page.getByRole('heading', { name: 'No SCIM tokens' })).toBeVisible()
  await pressEnter(page.getByRole('button', { name: 'Create token' }))
  await pressEnter(
    page
      .getByRole('dialog', { name: 'Create SCIM token' })
      .getByRole('button', { name: 'Create', exact: true }),
  )
  const made = page.getByRole('dialog', { name: 'SCIM token created' })
  const token = (await made.locator('code').textContent()) ?? ''
  expect(token.length).toBeGreaterThan(20)
  await pressEnter(made.getByRole('button', { name: 'Done' }))
  const tokens = page.getByRole('table', { name: 'SCIM Tokens' })
  await expect(tokens.getByRole('row')).toHaveCount(2)
  await expect(tokens.getByText('Never')).toBeVisible()
  await expect(page.getByText(token)).toBeHidden()
  await pressEnter(tokens.getByRole('button', { name: 'Row actions' }))
  await pressEnter(page.getByRole('menuitem', { name: 'Delete' }))
  await pressEnter(
    page.getByRole('dialog', { name: 'Delete SCIM token' }).getByRole('button', { name: 'Confirm' }),
  )
  await expect(page.getByRole('heading', { name: 'No SCIM tokens' })).toBeVisible()
})

test.describe('with settings of the main silo', () => {
  test.use({ takesTurn: true })

  test('limits the lifetime of access tokens, and removes the limit', async ({ page }) => {
    await page.goto('/silo')
    await expect(page).toHaveURL('/silo/users')
    await page.getByRole('tab', { name: 'Auth settings' }).click()
    const edit = async () => {
      await pressEnter(page.getByRole('button', { name: 'Edit settings' }))
      return page.getByRole('dialog', { name: 'Edit settings' })
    }
    const panel = await edit()
    await panel.getByRole('radio', { name: /^Limited/ }).press('Space')
    await panel.getByRole('textbox', { name: 'Longest lifetime' }).fill('90')
    await panel.getByRole('button', { name: 'Unit' }).focus()
    await page.keyboard.type('m')
    await panel.getByRole('textbox', { name: 'Longest lifetime' }).press('Enter')
    await expect(page.getByText('90 minutes')).toBeVisible()
    const again = await edit()
    await expect(again.getByRole('textbox', { name: 'Longest lifetime' })).toHaveValue('90')
    await again.getByRole('radio', { name: /^No limit/ }).press('Space')
    await pressEnter(again.getByRole('button', { name: 'Update settings' }))
    // The panel has the same words, and the test must not end before the limit is gone.
    await expect(again).toBeHidden()
    await expect(page.getByText('No limit')).toBeVisible()
  })
})
