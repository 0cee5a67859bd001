import fc from 'fast-check'
import { expect, test } from 'vitest'
import openApi from '../../../contract/openapi.json'
import { fromWire, toWire } from './casing.ts'

const wireKey = fc.stringMatching(/^[a-z][a-z0-9]*(_[a-z][a-z0-9]*){0,3}$/)
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
const { body } = fc.letrec<{ body: unknown }>((tie) => ({
  body: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('body'), { maxLength: 4 }),
    fc.dictionary(wireKey, tie('body'), { maxKeys: 5, noNullPrototype: true }),
  ),
}))

test('whatever comes goes back as it came', () => {
  fc.assert(
    fc.property(body, (wire) => {
      expect(toWire(fromWire(wire))).toEqual(wire)
    }),
  )
})

test('keys change their case at every depth', () => {
  expect(fromWire({ run_state: 'running', ip_stack: { value: [{ vpc_id: 1 }] } })).toEqual({
    runState: 'running',
    ipStack: { value: [{ vpcId: 1 }] },
  })
  expect(toWire({ isDefault: true, tlsCertificates: [{ publicCert: 'x' }] })).toEqual({
    is_default: true,
    tls_certificates: [{ public_cert: 'x' }],
  })
})

test.each(['time_created', 'end_time', 'auto_restart_cooldown_expiration', 'timestamp'])(
  '%s is a date',
  (key) => {
    const [value] = Object.values(fromWire({ [key]: '2026-02-28T12:00:00.123456Z' }) as object)
    expect(value).toEqual(new Date('2026-02-28T12:00:00.123Z'))
  },
)

test.each([
  ['description', '2026-02-28T12:00:00Z'],
  ['lifetime', '2026-02-28T12:00:00Z'],
  ['timestamps', '2026-02-28T12:00:00Z'],
  ['time_created', 'yesterday'],
  ['time_created', '2026-02-28'],
])('%s with %s stays a string', (key, text) => {
  expect(Object.values(fromWire({ [key]: text }) as object)).toEqual([text])
})

test('keys of maps are data', () => {
  const wire = {
    fields: { sled_id: { type: 'uuid', value_of: 1 } },
    mapped_fleet_roles: { silo_admin: ['viewer'] },
  }
  expect(fromWire(wire)).toEqual({
    fields: { sled_id: { type: 'uuid', valueOf: 1 } },
    mappedFleetRoles: { silo_admin: ['viewer'] },
  })
  expect(toWire(fromWire(wire))).toEqual(wire)
})

test('every map of the contract is known', () => {
  const maps: string[] = []
  const look = (schema: unknown, name: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { additionalProperties } = schema as { additionalProperties?: unknown }
    if (typeof additionalProperties === 'object' && Object.keys(additionalProperties!).length > 0)
      maps.push(name)
    for (const [key, part] of Object.entries(schema)) look(part, key)
  }
  look(openApi.components.schemas, '')
  expect(maps.length).toBeGreaterThan(0)
  for (const name of maps) {
    const free = { [name]: { some_key: 1 } }
    expect(Object.values(fromWire(free) as object), name).toEqual([{ some_key: 1 }])
  }
})
