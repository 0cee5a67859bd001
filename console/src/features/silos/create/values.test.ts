import { expect, test } from 'vitest'
import { newSilo, siloBody } from './values.ts'

test('sends amounts in bytes, always a mapping, and no blank group', () => {
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

test('trims the group name, and sends none for a silo with local users', () => {
  const values = { ...newSilo, adminGroupName: ' owners ' }
  expect(siloBody(values).adminGroupName).toBe('owners')
  expect(siloBody({ ...values, identityMode: 'local_only' })).not.toHaveProperty('adminGroupName')
})

test('each checkbox maps a silo role to the same fleet role', () => {
  expect(siloBody({ ...newSilo, mapsAdmin: true, mapsViewer: true }).mappedFleetRoles).toEqual({
    admin: ['admin'],
    viewer: ['viewer'],
  })
})
