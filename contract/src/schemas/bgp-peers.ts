import { MAX_LISTED } from '@granary/domain/limits.ts'
import { MAX_MD5_KEY, md5KeyProblem } from '@granary/domain/switch-ports.ts'
import { z } from 'zod'
import { checkedText, NameOrId } from '../scalars.ts'
import { ip, network, u8, u32, linkName, vlanId } from './switch-port-values.ts'

const RouterPeerType = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('unnumbered'),
      routerLifetime: z
        .int()
        .min(0)
        .max(9000)
        .meta({ id: 'RouterLifetimeConfig' })
        .meta({ description: 'Seconds for which router advertisements hold' }),
    }),
    z.object({
      type: z.literal('numbered'),
      targetAddr: ip.meta({ description: 'Address of the peer' }),
      srcAddr: ip.nullable().default(null).meta({ description: 'Address of the switch; null for any' }),
    }),
  ])
  .meta({ id: 'RouterPeerType' })

const ImportExportPolicy = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('no_filtering') }),
    z.object({
      type: z.literal('allow'),
      value: z.array(network).max(MAX_LISTED).meta({ description: 'Networks whose routes are accepted' }),
    }),
  ])
  .meta({ id: 'ImportExportPolicy' })

export const BgpPeer = z
  .object({
    addr: RouterPeerType.meta({ description: 'The peer: an address, or the router at the end of the link' }),
    bgpConfig: NameOrId.meta({ description: 'Name or ID of the BGP configuration' }),
    allowedImport: ImportExportPolicy.meta({ description: 'Routes that are taken from the peer' }),
    allowedExport: ImportExportPolicy.meta({ description: 'Routes that the peer is told about' }),
    communities: z.array(u32).max(MAX_LISTED).meta({ description: 'Communities of announced routes' }),
    connectRetry: u32.meta({ description: 'Seconds between two attempts to connect' }),
    delayOpen: u32.meta({ description: 'Seconds before the open message' }),
    enforceFirstAs: z.boolean().meta({ description: 'Whether paths must begin with the number of the peer' }),
    holdTime: u32.meta({ description: 'Seconds without a message after which the peer is down' }),
    idleHoldTime: u32.meta({ description: 'Seconds that a session rests after an error' }),
    keepalive: u32.meta({ description: 'Seconds between two messages that keep the session up' }),
    localPref: u32.nullish().meta({ description: 'Preference of routes from the peer' }),
    md5AuthKey: checkedText(md5KeyProblem, MAX_MD5_KEY)
      .nullish()
      .meta({ description: 'Key of TCP MD5 signatures; never returned' }),
    minTtl: u8.nullish().meta({ description: 'Smallest time to live of packets of the peer' }),
    multiExitDiscriminator: u32.nullish().meta({ description: 'Discriminator of announced routes' }),
    remoteAsn: u32.nullish().meta({ description: 'Required autonomous system number of the peer' }),
    vlanId,
  })
  .meta({ id: 'BgpPeer' })
export const BgpPeerConfig = z
  .object({ linkName, peers: z.array(BgpPeer).max(MAX_LISTED).meta({ description: 'Peers on the link' }) })
  .meta({ id: 'BgpPeerConfig' })
