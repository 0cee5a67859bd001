import { MAX_ASN } from '@granary/domain/bgp.ts'
import { z } from 'zod'
import { IpText } from './scalars.ts'
import { SwitchSlot } from './schemas/hardware.ts'
import { onFleet } from './needs.ts'
import { family, get } from './operation.ts'

const AT = '/v1/system/networking'
const asn = z.int().min(0).max(MAX_ASN)
const slot = SwitchSlot.meta({ description: 'Switch of the rack' })
const peerId = z.string().meta({ description: 'ID of the peer, unique on the switch' })

const BgpPeerState = z
  .enum([
    'idle',
    'connect',
    'active',
    'open_sent',
    'open_confirm',
    'connection_collision',
    'session_setup',
    'established',
  ])
  .meta({ id: 'BgpPeerState' })

const BgpPeerStatus = z
  .object({
    peerId,
    addr: IpText.meta({ description: 'Address of the peer' }),
    localAsn: asn.meta({ description: 'Autonomous system number of the rack' }),
    remoteAsn: asn.meta({ description: 'Autonomous system number of the peer' }),
    state: BgpPeerState.meta({ description: 'State of the session; routes are exchanged in `established`' }),
    stateDurationMillis: z
      .int()
      .min(0)
      .meta({ description: 'Time since the session entered the state, in milliseconds' }),
    switch: slot,
  })
  .meta({ id: 'BgpPeerStatus' })

const prefix = z.string().meta({ description: 'Network that the route leads to' })
const BgpImported = z
  .object({
    prefix,
    nexthop: IpText.meta({ description: 'Address that packets are sent to' }),
    id: z
      .int()
      .min(0)
      .meta({ format: 'uint32', description: 'Number of the route in the table of the switch' }),
    switch: slot,
  })
  .meta({ id: 'BgpImported' })
const BgpExported = z.object({ prefix, peerId, switch: slot }).meta({ id: 'BgpExported' })

const SwitchBgpHistory = z
  .object({
    switch: slot,
    history: z
      .record(z.string(), z.unknown().meta({ id: 'BgpMessageHistory' }))
      .meta({ description: 'Messages by peer; their form depends on the switch' }),
  })
  .meta({ id: 'SwitchBgpHistory' })

const ofAsn = { asn: asn.meta({ description: 'Autonomous system number of the rack' }) }
const shows = ['bgp-config', 'switch'] as const

export const bgpState = family('system/networking', {
  networkingBgpStatus: get(`${AT}/bgp-status`, {
    summary: 'List BGP sessions',
    description: 'Reads the state of every session from the switches. Fails with 500 if they do not answer.',
    needs: onFleet('read'),
    shows,
    columns: ['peerId', 'addr', 'state', 'stateDurationMillis', 'localAsn', 'remoteAsn', 'switch'],
    response: z.array(BgpPeerStatus),
  }),
  networkingBgpImported: get(`${AT}/bgp-imported`, {
    summary: 'List imported routes',
    description: 'Reads from the switches which routes the peers of an autonomous system have announced.',
    needs: onFleet('read'),
    shows,
    columns: ['prefix', 'nexthop', 'switch', 'id'],
    query: ofAsn,
    response: z.array(BgpImported),
  }),
  networkingBgpExported: get(`${AT}/bgp-exported`, {
    summary: 'List exported routes',
    description: 'Reads from the switches which networks they have announced, and to which peer.',
    needs: onFleet('read'),
    shows,
    columns: ['prefix', 'peerId', 'switch'],
    response: z.array(BgpExported),
  }),
  networkingBgpMessageHistory: get(`${AT}/bgp-message-history`, {
    summary: 'Fetch BGP messages',
    description: 'Reads from the switches the latest messages of the sessions of an autonomous system.',
    needs: onFleet('read'),
    shows,
    query: ofAsn,
    response: z
      .object({
        switchHistories: z.array(SwitchBgpHistory).meta({ description: 'Messages by switch' }),
      })
      .meta({ id: 'AggregateBgpMessageHistory' }),
  }),
})
