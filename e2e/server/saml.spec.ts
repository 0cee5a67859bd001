import { expectGone, pressEnter } from './fixtures.ts'
import { ENTITY_ID, SP_CLIENT_ID } from '../../server/test/saml/identity-provider.ts'
import { openIdentityProviderSite } from '../../server/test/saml/identity-provider-site.ts'
import { ADMIN_PASSWORD, SERVER_URL } from '../places.ts'
import { expect, type Page } from '@playwright/test'
import { test } from '../jitter/jitter.ts'

test('signs in through an identity provider to the requested page, and out again', async ({ page }) => {
  const { silo, path, provider } = await openClinic(page)
  try {
    await page.request.post('/v1/logout')

    await page.goto(`${path}?redirect_uri=/settings/profile`)
    await expect(page.getByRole('heading', { name: silo })).toBeVisible()
    await page.keyboard.press('Tab')
    const link = page.getByRole('link', { name: 'Sign in with keycloak' })
    await expect(link).toHaveAttribute('href', `${path}/redirect?redirect_uri=/settings/profile`)
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL((url) => url.href.startsWith(`${provider.url}/sso?SAMLRequest=`))
    await page.getByLabel('User name').fill('ada@clinic.example')
    await page.getByLabel('Groups').fill('nurses, chiefs')
    await page.keyboard.press('Enter')

    await expect(page).toHaveURL('/settings/profile')
    await expect(page.getByRole('main').getByText('ada@clinic.example')).toBeVisible()
    await expect(page.getByRole('cell', { name: 'chiefs' })).toBeVisible()
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/login\//)
    expect((await page.request.get('/v1/me')).status()).toBe(401)

    provider.misdirect()
    await page.goto(path)
    await page.getByRole('link', { name: 'Sign in with keycloak' }).click()
    await page.getByLabel('User name').fill('ada@clinic.example')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('alert')).toContainText('its audience is not this provider')
    await expect(page.getByRole('link', { name: 'Sign in with keycloak' })).toBeVisible()
  } finally {
    provider.close()
  }
})

test('asks before it signs in another user in the same browser', async ({ page }) => {
  const { path, provider } = await openClinic(page)
  try {
    await page.request.post('/v1/logout')
    const signInAs = async (user: string) => {
      await page.goto(`${path}?redirect_uri=/settings/profile`)
      await page.getByRole('link', { name: 'Sign in with keycloak' }).click()
      await page.getByLabel('User name').fill(user)
      await page.keyboard.press('Enter')
    }
    await signInAs('ada@clinic.example')
    await expect(page).toHaveURL('/settings/profile')
    const nameAt = page.getByRole('main').getByText(/@clinic\.example/)

    await signInAs('bob@clinic.example')
    await expect(page).toHaveURL(/\/saml\/keycloak\/replace\?answer=/)
    await expect(page.getByText('You are signed in as ada@clinic.example of clinic-')).toBeVisible()
    await page.getByRole('link', { name: 'Stay as ada@clinic.example' }).click()
    await page.goto('/settings/profile')
    await expect(nameAt).toHaveText('ada@clinic.example')

    await signInAs('bob@clinic.example')
    await page.getByRole('button', { name: 'Continue as bob@clinic.example' }).click()
    await expect(page).toHaveURL('/settings/profile')
    await expect(nameAt).toHaveText('bob@clinic.example')
  } finally {
    provider.close()
  }
})

test('disables and deletes an identity provider, which ends the sessions through it', async ({
  page,
  browser,
}) => {
  const { silo, path, provider } = await openClinic(page)
  const visitor = await browser.newContext()
  try {
    const visit = await visitor.newPage()
    await visit.goto(SERVER_URL + path)
    await visit.getByRole('link', { name: 'Sign in with keycloak' }).click()
    await visit.getByLabel('User name').fill('ada@clinic.example')
    await visit.keyboard.press('Enter')
    await expect(visit.getByRole('button', { name: 'User menu' })).toBeVisible()

    await page.goto(`/system/silos/${silo}/idps`)
    const row = page.getByRole('row', { name: /keycloak/ })
    await expect(row.getByText('Enabled')).toBeVisible()
    const menu = async (item: string) => {
      await pressEnter(row.getByRole('button', { name: 'Row actions' }))
      await pressEnter(page.getByRole('menuitem', { name: item }))
    }
    const confirm = (title: string) =>
      pressEnter(page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Confirm' }))
    await menu('Change fleet role limit')
    const limit = page.getByRole('dialog', { name: 'Change fleet role limit' })
    await expect(limit.getByRole('radio', { name: 'Admin' })).toBeChecked()
    await limit.getByRole('radio', { name: 'None' }).check()
    await pressEnter(limit.getByRole('button', { name: 'Change limit' }))
    await expect(limit).toBeHidden()
    await expectGone(row.getByText('fleet.admin'))

    await menu('Disable')
    const question = page.getByRole('dialog', { name: 'Disable identity provider' })
    await expect(question).toContainText('Users who signed in through it are signed out')
    await confirm('Disable identity provider')
    await expect(row.getByText('Disabled')).toBeVisible()
    expect((await visit.request.get(`${SERVER_URL}/v1/me`)).status()).toBe(401)
    await visit.goto(SERVER_URL + path)
    await visit.getByRole('link', { name: 'Sign in with keycloak' }).click()
    await expect(visit.getByRole('alert')).toContainText('Identity provider "keycloak" is disabled')

    await menu('Replace metadata')
    const metadata = page.getByRole('dialog', { name: 'Replace metadata' })
    await metadata.getByRole('radio', { name: 'XML' }).check()
    await metadata
      .getByLabel('Metadata source XML', { exact: true })
      .setInputFiles({ name: 'idp.xml', mimeType: 'text/xml', buffer: Buffer.from(provider.metadata) })
    await pressEnter(metadata.getByRole('button', { name: 'Replace metadata' }))
    await expect(page.getByTestId('Toasts')).toContainText('Metadata of keycloak replaced')
    await menu('Enable')
    await confirm('Enable identity provider')
    await expect(row.getByText('Enabled')).toBeVisible()
    await menu('Delete')
    await confirm('Delete identity provider')
    await expect(page.getByText('No identity providers')).toBeVisible()
  } finally {
    await visitor.close()
    provider.close()
  }
})

test('shows what a provider sends and what a sign-in would do, without signing in', async ({ page }) => {
  const { silo, provider } = await openClinic(page)
  try {
    await page.goto(`/system/silos/${silo}/idps`)
    await pressEnter(page.getByRole('row', { name: /keycloak/ }).getByRole('button', { name: 'Row actions' }))
    await pressEnter(page.getByRole('menuitem', { name: 'Test sign-in' }))
    const question = page.getByRole('dialog', { name: 'Test sign-in' })
    await pressEnter(question.getByRole('button', { name: 'Confirm' }))
    await expect(page).toHaveURL((url) => url.href.startsWith(`${provider.url}/sso?SAMLRequest=`))
    await page.getByLabel('User name').fill('ada@clinic.example')
    await page.getByLabel('Groups').fill('nurses, chiefs')
    await page.keyboard.press('Enter')

    const panel = page.getByRole('dialog', { name: 'Test sign-in' })
    await expect(panel.getByText('A sign-in would succeed')).toBeVisible()
    await expect(panel.getByText('ada@clinic.example (new)')).toBeVisible()
    await expect(panel.getByText('chiefs', { exact: true })).toBeVisible()
    await expect(panel.getByText(ENTITY_ID)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/system/silos/${silo}/idps/saml/keycloak/tests/[0-9a-f]`))
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`/system/silos/${silo}/idps`)
    expect((await (await page.request.get('/v1/me')).json()).silo_name).toBe('main')
  } finally {
    provider.close()
  }
})

/** Creates a silo with an identity provider, which runs until it is closed. The page's user is the admin. */
async function openClinic(page: Page) {
  const silo = `clinic-${Date.now().toString(36)}`
  const path = `/login/${silo}/saml/keycloak`
  const provider = await openIdentityProviderSite(SERVER_URL + path)
  await page.request.post('/v1/login/main/local', { data: { username: 'admin', password: ADMIN_PASSWORD } })
  for (const [where, data] of [
    ['/v1/system/silos', siloOf(silo)],
    [`/v1/system/identity-providers/saml?silo=${silo}`, providerOf(SERVER_URL + path, provider.metadata)],
  ] as const) {
    const made = await page.request.post(where, { data })
    expect(made.status(), await made.text()).toBe(201)
  }
  return { silo, path, provider }
}

const siloOf = (name: string) => ({
  name,
  description: '',
  identity_mode: 'saml_jit',
  discoverable: true,
  quotas: { cpus: 0, memory: 0, storage: 0 },
  tls_certificates: [],
  mapped_fleet_roles: {},
  admin_group_name: 'chiefs',
})

const providerOf = (acsUrl: string, metadata: string) => ({
  name: 'keycloak',
  description: '',
  technical_contact_email: 'help@idp.example',
  sp_client_id: SP_CLIENT_ID,
  acs_url: acsUrl,
  slo_url: acsUrl,
  idp_entity_id: ENTITY_ID,
  group_attribute_name: 'groups',
  idp_metadata_source: { type: 'base64_encoded_xml', data: Buffer.from(metadata).toString('base64') },
})
