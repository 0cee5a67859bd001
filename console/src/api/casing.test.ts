import fc from 'fast-check'
import { expect, test } from 'vitest'
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

test('converts every value there and back unchanged', () => {
  fc.assert(
    fc.property(body, (wire) => {
      expect(toWire(fromWire(wire))).toEqual(wire)
    }),
    { seed: 1 },
  )
})

test('converts keys at every depth', () => {
  expect(fromWire({ run_state: 'running', ip_stack: { value: [{ vpc_id: 1 }] } })).toEqual({
    runState: 'running',
    ipStack: { value: [{ vpcId: 1 }] },
  })
  expect(toWire({ isDefault: true, tlsCertificates: [{ publicCert: 'x' }] })).toEqual({
    is_default: true,
    tls_certificates: [{ public_cert: 'x' }],
  })
})

test.each(['time_created', 'time_last_used', 'auto_restart_cooldown_expiration'])(
  'reads %s as a date',
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

test('keeps keys of maps', () => {
  const wire = { mapped_fleet_roles: { silo_admin: { value_of: 1 } } }
  expect(fromWire(wire)).toEqual({ mappedFleetRoles: { silo_admin: { valueOf: 1 } } })
  expect(toWire(fromWire(wire))).toEqual(wire)
})
