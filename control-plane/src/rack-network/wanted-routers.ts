import { present } from '../kit/base/present.ts'
import type { PeerSpec, RouterSpec } from '@granary/compute/routing.ts'
import { portConfigOf } from '../kinds/switch-port-settings.ts'
import type { Reader } from '../kit/context/reader.ts'

/** Returns the BGP routers that the switches run, by the settings of their ports. */
export async function wantedRouters(db: Reader): Promise<RouterSpec[]> {
  const ports = await db
    .selectFrom('switch_port')
    .innerJoin('switch_port_settings', 'switch_port_settings.id', 'switch_port.port_settings_id')
    .select(['rack_id', 'switch_slot', 'switch_port.name', 'config'])
    .orderBy('rack_id')
    .orderBy('switch_slot')
    .orderBy('switch_port.name')
    .execute()
  if (ports.length === 0) return []
  const configs = new Map((await routersById(db)).map((config) => [config.id, config]))
  const routers = new Map<string, RouterSpec & { peers: PeerSpec[] }>()
  for (const port of ports)
    for (const { bgpConfig, addr, remoteAsn } of portConfigOf(port).bgpPeers) {
      const { asn, announced } = present(configs.get(bgpConfig), 'the BGP configuration')
      const key = `${port.rack_id}/${port.switch_slot}/${asn}`
      const router = routers.get(key) ?? {
        rackId: port.rack_id,
        slot: port.switch_slot,
        asn,
        announced,
        peers: [],
      }
      const address = addr.type === 'numbered' ? addr.targetAddr : null
      if (!router.peers.some((peer) => isSame(peer, address, port.name)))
        router.peers.push({ port: port.name, address, remoteAsn: remoteAsn ?? null })
      routers.set(key, router)
    }
  return [...routers.values()]
}

/** A router has one session per address, also if several ports lead there, and one per port with a peer that has no address. */
const isSame = (peer: PeerSpec, address: string | null, port: string): boolean =>
  peer.address === address && (address !== null || peer.port === port)

/** Returns the BGP configurations with the networks that they announce. */
async function routersById(db: Reader) {
  const configs = await db.selectFrom('bgp_config').select(['id', 'asn', 'announce_set_id']).execute()
  const announcements = await db
    .selectFrom('bgp_announcement')
    .select(['announce_set_id', 'network'])
    .orderBy('first_address')
    .orderBy('network')
    .execute()
  const networksOf = Map.groupBy(announcements, (each) => each.announce_set_id)
  return configs.map(({ id, asn, announce_set_id: set }) => ({
    id,
    asn,
    announced: networksOf.get(set)?.map(({ network }) => network) ?? [],
  }))
}
