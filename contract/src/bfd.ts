import { rackAddressProblem } from '@granary/domain/ip-ranges.ts'
import { z } from 'zod'
import { SwitchSlot } from './schemas/hardware.ts'
import { onFleet } from './needs.ts'
import { family, get, post } from './operation.ts'
import { checkedText, IpText } from './scalars.ts'

const AT = '/v1/system/networking'
const address = checkedText(rackAddressProblem, 45).meta({ format: 'ip' })
const switchSlot = SwitchSlot.meta({ description: 'Switch of the session' })
const mode = z
  .enum(['single_hop', 'multi_hop'])
  .meta({ id: 'BfdMode' })
  .meta({ description: 'Whether the peer is on the same link' })
const detectionThreshold = z
  .int()
  .min(0)
  .max(255)
  .meta({ description: 'Number of missing packets after which the peer counts as down', examples: [3] })
const requiredRx = z
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: 'Interval between two packets of the peer, in microseconds', examples: [100_000] })

const BfdStatus = z
  .object({
    peer: IpText.meta({ description: 'Address of the peer' }),
    state: z
      .enum(['admin_down', 'down', 'init', 'up'])
      .meta({ id: 'BfdState' })
      .meta({ description: 'State of the session at the switch (RFC 5880, section 6.2)' }),
    switchSlot,
    local: IpText.nullish().meta({ description: 'Address of the switch; null if it chooses one' }),
    detectionThreshold,
    requiredRx,
    mode,
  })
  .meta({ id: 'BfdStatus' })

export const bfd = family('system/networking', {
  networkingBfdEnable: post(`${AT}/bfd-enable`, {
    summary: 'Enable a BFD session',
    description:
      'Detects within milliseconds that a router does not answer any more. Replaces the settings of a session with the same peer on the same switch.',
    needs: onFleet('modify'),
    changes: ['bfd-session'],
    body: z
      .object({
        switchSlot,
        remote: address.meta({ description: 'Address of the peer', examples: ['192.0.2.1'] }),
        local: address
          .nullish()
          .meta({ description: 'Address of the switch; the switch chooses one if left out' }),
        detectionThreshold,
        requiredRx,
        mode,
      })
      .meta({ id: 'BfdSessionEnable' }),
  }),
  networkingBfdDisable: post(`${AT}/bfd-disable`, {
    summary: 'Disable a BFD session',
    description: 'Succeeds for a session that does not exist.',
    needs: onFleet('modify'),
    changes: ['bfd-session'],
    body: z
      .object({
        switchSlot,
        remote: address.meta({ description: 'Address of the peer', examples: ['192.0.2.1'] }),
      })
      .meta({ id: 'BfdSessionDisable' }),
  }),
  networkingBfdStatus: get(`${AT}/bfd-status`, {
    summary: 'List the states of BFD sessions',
    description: 'Asks the switches. Fails with 500 while they do not answer.',
    needs: onFleet('read'),
    shows: ['bfd-session'],
    columns: ['peer', 'state', 'switchSlot', 'local', 'detectionThreshold', 'requiredRx', 'mode'],
    response: z.array(BfdStatus),
  }),
})
