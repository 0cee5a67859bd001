import { expect, test } from 'vitest'
import { ENTITY_ID, identityProvider, SP_CLIENT_ID } from '../../test/saml/identity-provider.ts'
import { describeResponse } from './describe.ts'

const ACS = 'https://clinic.sys.example/login/clinic/saml/keycloak'
const idp = identityProvider(ACS)

test('says what a response has, verified or not', async () => {
  const response = await idp.say({
    attributes: { groups: ['a', 'b'], empty: [] },
    tags: { Audience: 'another' },
  })
  expect(describeResponse(response)).toEqual({
    issuer: ENTITY_ID,
    audience: 'another',
    recipient: ACS,
    nameId: 'ada@clinic.example',
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    attributes: [
      { name: 'groups', values: ['a', 'b'] },
      { name: 'empty', values: [] },
    ],
  })
  expect(describeResponse(await idp.say())).toMatchObject({ audience: SP_CLIENT_ID, attributes: [] })
})

test('shortens long lists and texts', async () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`a${at}`, ['x'.repeat(1_000)]]))
  const said = describeResponse(await idp.say({ attributes: many }))
  expect(said!.attributes).toHaveLength(100)
  expect(said!.attributes[0]!.values[0]).toHaveLength(513)
})

test('says nothing of what it cannot read', () => {
  const large = `<a>${'<b/>'.repeat(3_000)}</a>`
  for (const text of ['', 'not XML', '<!DOCTYPE a><a/>', large])
    expect(describeResponse(Buffer.from(text).toString('base64'))).toBeNull()
})
