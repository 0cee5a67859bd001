import { EXTENSIONS } from '@granary/contract/call.ts'
import { expect, test } from 'vitest'
import { newProvider, providerBody, standardAcsUrl } from './values.ts'

const at = (href: string) => new URL(href) as unknown as Location

test("puts the standard ACS URL on the silo's own host, if silos have hosts, or on this one", () => {
  expect(standardAcsUrl('acme', 'okta', at('https://main.sys.granary.example:8443/'))).toBe(
    'https://acme.sys.granary.example:8443/login/acme/saml/okta',
  )
  expect(standardAcsUrl('acme', 'okta', at('http://localhost:8400/'))).toBe(
    'http://localhost:8400/login/acme/saml/okta',
  )
})

test('sends the metadata of the chosen source, and neither blank fields nor half a key pair', async () => {
  const metadataXml = new File(['<ä/>'], 'metadata.xml')
  const values = {
    ...newProvider,
    name: 'okta',
    metadataUrl: 'https://idp.example/metadata',
    metadataXml,
    groupAttributeName: ' ',
  }
  const byUrl = await providerBody(values, 'https://x.example', null)
  expect(byUrl.idpMetadataSource).toEqual({ type: 'url', url: 'https://idp.example/metadata' })
  expect(byUrl).not.toHaveProperty('groupAttributeName')
  const byFile = await providerBody(
    { ...values, source: 'xml', publicCert: metadataXml },
    'https://x.example',
    null,
  )
  expect(byFile.idpMetadataSource).toEqual({ type: 'base64_encoded_xml', data: 'PMOkLz4=' })
  expect(byFile).not.toHaveProperty('signingKeypair')
})

test('sends a key pair in base64', async () => {
  const der = (...bytes: number[]) => new File([Uint8Array.from(bytes)], 'x.der')
  const values = { ...newProvider, publicCert: der(0x30, 0xff), privateKey: der(0) }
  expect((await providerBody(values, '', null)).signingKeypair).toEqual({
    publicCert: 'MP8=',
    privateKey: 'AA==',
  })
})

test('lets the provider start sign-ins only if it shall, and only on a server that knows the setting', async () => {
  const values = { ...newProvider, allowUnsolicited: true }
  expect(await providerBody(values, '', EXTENSIONS)).toMatchObject({ allowUnsolicited: true })
  expect(await providerBody(values, '', null)).not.toHaveProperty('allowUnsolicited')
  expect(await providerBody(newProvider, '', EXTENSIONS)).not.toHaveProperty('allowUnsolicited')
})
