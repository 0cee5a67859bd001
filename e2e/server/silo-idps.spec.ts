import { pressEnter } from './fixtures.ts'
import { certificateFiles, expect, file, test } from './silo-fixtures.ts'

test('creates an identity provider from a file, and keeps the draft after a failure', async ({
  page,
  silo,
}) => {
  const name = await silo({ identity_mode: 'saml_jit' })
  const entity = 'https://idp.example/saml'
  const signing = certificateFiles(['idp.example'], 'rsa').text.replace(/-----.*-----|\s/g, '')
  const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${signing}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`
  await page.goto(`/system/silos/${name}/idps`)
  await pressEnter(page.getByRole('link', { name: 'New provider' }))
  const panel = page.getByRole('dialog', { name: 'Create identity provider' })
  const submit = panel.getByRole('button', { name: 'Create provider' })
  await pressEnter(submit)
  await expect(panel.getByText('Entity ID is required')).toBeVisible()
  const field = (label: string | RegExp) => panel.getByRole('textbox', { name: label })
  await field(/^Name/).fill('okta')
  await expect(panel.getByText(`/login/${name}/saml/okta`, { exact: true })).toBeVisible()
  await expect(field(/^ACS URL/)).toHaveValue(new RegExp(`^http://[^/]+/login/${name}/saml/okta$`))
  await field('Description').fill('Where everybody signs in')
  await field('Technical contact email').fill('help@idp.example')
  await field('Service provider client ID').fill('granary')
  await field(/^Single Logout/).fill('not an address')
  await field('Entity ID').fill(entity)
  await field(/^Group attribute name/).fill('groups')
  await field(/^Metadata source URL/).fill('http://127.0.0.1:9/nothing')
  await pressEnter(submit)
  await expect(panel.getByText('Must be an address that begins with https:// or http://')).toBeVisible()
  await field(/^Single Logout/).fill('https://idp.example/logout')
  await pressEnter(submit)
  await expect(panel.getByRole('alert')).toBeVisible()
  await expect(field(/^Metadata source URL/)).toBeFocused()
  await expect(field(/^Metadata source URL/)).toHaveAttribute('aria-invalid', 'true')
  await expect(field('Technical contact email')).toHaveValue('help@idp.example')
  await panel.getByRole('radio', { name: 'XML' }).press('Space')
  await panel.getByLabel('Metadata source XML', { exact: true }).setInputFiles(file('metadata.xml', metadata))
  await pressEnter(submit)
  await expect(page.getByTestId('Toasts')).toContainText('IdP okta created')
  await pressEnter(page.getByRole('link', { name: 'okta' }))
  const view = page.getByRole('dialog', { name: 'Identity provider', exact: true })
  await expect(view.getByRole('textbox', { name: 'Entity ID' })).toHaveValue(entity)
  await expect(page).toHaveTitle(new RegExp(`^Edit Identity Provider / Identity Providers / ${name} / Silos`))
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/system/silos/${name}/idps`)
})
