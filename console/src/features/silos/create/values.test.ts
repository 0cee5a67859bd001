import { expect, test } from 'vitest'
import { newSilo, siloBody } from './values.ts'

test('amounts are sent in bytes, a blank group not at all, a mapping always', () => {
  const body = siloBody({ ...newSilo, name: 'acme', cpus: 8, memory: 2, storage: 3, adminGroupName: '  ' })
  expect(body).toEqual({
    name: 'acme',
    description: '',
    discoverable: true,
    identityMode: 'saml_jit',
    tlsCertificates: [],
    mappedFleetRoles: {},
    quotas: { cpus: 8, memory: 2 * 1024 ** 3, storage: 3 * 1024 ** 3 },
  })
})

test('a group is trimmed, and there is none in a silo whose users are its own', () => {
  const values = { ...newSilo, adminGroupName: ' owners ' }
  expect(siloBody(values).adminGroupName).toBe('owners')
  expect(siloBody({ ...values, identityMode: 'local_only' })).not.toHaveProperty('adminGroupName')
})

test('each box maps a role of the silo to the same role of the fleet', () => {
  expect(siloBody({ ...newSilo, mapsAdmin: true, mapsViewer: true }).mappedFleetRoles).toEqual({
    admin: ['admin'],
    viewer: ['viewer'],
  })
})
