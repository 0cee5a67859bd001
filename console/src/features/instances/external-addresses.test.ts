import { expect, test } from 'vitest'
import { externalAddresses } from './external-addresses.ts'

test('lists floating addresses first and omits outbound-only ones', () => {
  const ipPoolId = 'p'
  const floating = {
    id: 'f',
    name: 'f',
    description: '',
    timeCreated: new Date(),
    timeModified: new Date(),
    projectId: 'x',
    instanceId: null,
  }
  expect(
    externalAddresses([
      { kind: 'snat', ip: '192.0.2.1', ipPoolId, firstPort: 0, lastPort: 16_383 },
      { kind: 'ephemeral', ip: '192.0.2.2', ipPoolId },
      { kind: 'floating', ip: '192.0.2.3', ipPoolId, ...floating },
    ]),
  ).toEqual(['192.0.2.3', '192.0.2.2'])
})
