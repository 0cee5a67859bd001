import type { SwitchPortSettingsCreate } from '@granary/contract/switch-port-settings-schemas.ts'
import type { z } from 'zod'
import type { PortConfig } from '../kinds/switch-port-settings.ts'

export type Body = z.output<typeof SwitchPortSettingsCreate>
/** An address that settings took from a lot. */
type Held = {
  address: string
  vlanId: number | null | undefined
  linkName: string
  lot: { id: string; name: string }
  blockId: string
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
      ...link,
      lldpLinkConfig: { id: crypto.randomUUID(), ...lldp },
      txEqConfig: txEq,
    })),
    addresses: addresses.map(({ address, vlanId, linkName, lot, blockId }) => ({
      portSettingsId,
      address,
      addressLotId: lot.id,
      addressLotName: lot.name,
      addressLotBlockId: blockId,
      interfaceName: linkName,
      vlanId,
    })),
    interfaces: body.interfaces.map(({ linkName, kind, v6Enabled }) => ({
      portSettingsId,
      id: crypto.randomUUID(),
      interfaceName: linkName,
      kind,
      v6Enabled,
    })),
    routes: body.routes.flatMap(({ linkName, routes }) =>
      routes.map(({ vid, ...route }) => ({ portSettingsId, interfaceName: linkName, vlanId: vid, ...route })),
    ),
    bgpPeers: peers.map((peer, at) => ({ ...peer, bgpConfig: bgpConfigs[at]! })),
  }
}
