import { present } from '../kit/base/present.ts'
import type { SwitchPortSettingsCreate } from '@granary/contract/schemas/switch-port-settings.ts'
import type { z } from 'zod'
import { NO_LLDP_TEXTS, type PortConfig } from '../kinds/switch-port-settings.ts'

export type Body = z.output<typeof SwitchPortSettingsCreate>
/** An address that settings took from a lot. */
type Held = {
  address: string
  vlanId: number | null | undefined
  linkName: string
  lot: { id: string; name: string }
  blockId: string
}

/** Answers have null for what a request leaves out (specification section 1). */
const NO_PEER_OPTIONS = {
  localPref: null,
  minTtl: null,
  multiExitDiscriminator: null,
  remoteAsn: null,
  vlanId: null,
}

/**
 * Returns the contents of new settings as they are stored.
 * @param bgpConfigs IDs of the peers' BGP configurations, in the order of the peers.
 */
export function configOf(
  portSettingsId: string,
  body: Body,
  addresses: readonly Held[],
  bgpConfigs: readonly string[],
): PortConfig {
  const peers = body.bgpPeers.flatMap((link) => link.peers)
  return {
    port: { portSettingsId, geometry: body.portConfig.geometry },
    groups: [],
    links: body.links.map(({ lldp, txEq, ...link }) => ({
      portSettingsId,
      fec: null,
      ...link,
      lldpLinkConfig: { id: crypto.randomUUID(), ...NO_LLDP_TEXTS, ...lldp },
      txEqConfig: txEq ?? null,
    })),
    addresses: addresses.map(({ address, vlanId, linkName, lot, blockId }) => ({
      portSettingsId,
      address,
      addressLotId: lot.id,
      addressLotName: lot.name,
      addressLotBlockId: blockId,
      interfaceName: linkName,
      vlanId: vlanId ?? null,
    })),
    interfaces: body.interfaces.map(({ linkName, kind, v6Enabled }) => ({
      portSettingsId,
      id: crypto.randomUUID(),
      interfaceName: linkName,
      kind,
      v6Enabled,
    })),
    routes: body.routes.flatMap(({ linkName, routes }) =>
      routes.map(({ vid, ...route }) => ({
        portSettingsId,
        interfaceName: linkName,
        vlanId: vid ?? null,
        ribPriority: null,
        ...route,
      })),
    ),
    bgpPeers: peers.map((peer, at) => ({
      ...NO_PEER_OPTIONS,
      ...peer,
      bgpConfig: present(bgpConfigs[at], 'the BGP configuration'),
    })),
  }
}
