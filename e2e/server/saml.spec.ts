import { ENTITY_ID, SP_CLIENT_ID } from '../../server/test/saml/identity-provider.ts'
import { openIdentityProviderSite } from '../../server/test/saml/identity-provider-site.ts'
import { ADMIN_PASSWORD, SERVER_URL } from '../places.ts'
import { expect, test } from '@playwright/test'

test('signs in through an identity provider to the requested page, and out again', async ({ page }) => {
  const silo = `clinic-${Date.now().toString(36)}`
  const path = `/login/${silo}/saml/keycloak`
  const provider = await openIdentityProviderSite(SERVER_URL + path)
  try {
    await page.request.post('/v1/login/main/local', { data: { username: 'admin', password: ADMIN_PASSWORD } })
    for (const [where, data] of [
      ['/v1/system/silos', siloOf(silo)],
      [`/v1/system/identity-providers/saml?silo=${silo}`, providerOf(SERVER_URL + path, provider.metadata)],
    ] as const) {
      const made = await page.request.post(where, { data })
      expect(made.status(), await made.text()).toBe(201)
    }
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
