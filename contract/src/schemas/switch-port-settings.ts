import { MAX_LISTED } from '@granary/domain/limits.ts'
import { z } from 'zod'
import { identity, identityCreate, Name, NameOrId, Uuid } from '../scalars.ts'
import { ip, network, u8, u16, linkName, vlanId } from './switch-port-values.ts'
import { LldpLinkConfig, link, equalization, LinkConfigCreate } from './switch-links.ts'
import { BgpPeer, BgpPeerConfig } from './bgp-peers.ts'

const settingsId = Uuid.meta({ description: 'ID of the settings' })

const Address = z
  .object({
    address: network.meta({
      description: 'Address with the width of its network',
      examples: ['192.0.2.10/24'],
    }),
    addressLot: NameOrId.meta({
      description: 'Name or ID of the address lot with the address',
      examples: ['infra'],
    }),
    vlanId,
  })
  .meta({ id: 'Address' })
const AddressConfig = z
  .object({
    linkName,
    addresses: z.array(Address).max(MAX_LISTED).meta({ description: 'Addresses of the link' }),
  })
  .meta({ id: 'AddressConfig' })

const SwitchInterfaceKind = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('primary') }),
    z.object({ type: z.literal('vlan'), vid: u16.meta({ description: 'VLAN of the interface' }) }),
    z.object({ type: z.literal('loopback') }),
  ])
  .meta({ id: 'SwitchInterfaceKind' })
const kind = SwitchInterfaceKind.meta({ description: 'Kind of the interface' })
const v6Enabled = z.boolean().meta({ description: 'Whether the interface uses IPv6' })
const SwitchInterfaceConfigCreate = z
  .object({ linkName, kind, v6Enabled })
  .meta({ id: 'SwitchInterfaceConfigCreate' })

const geometry = z
  .enum(['qsfp28x1', 'qsfp28x2', 'sfp28x4'])
  .meta({ id: 'SwitchPortGeometry' })
  .meta({ description: 'How the port is divided into links' })
const SwitchPortConfigCreate = z.object({ geometry }).meta({ id: 'SwitchPortConfigCreate' })

const ribPriority = u8.nullish().meta({ description: 'Priority in the routing table' })
const dst = network.meta({ description: 'Network that the route is for' })
const gw = ip.meta({ description: 'Address of the gateway' })
const Route = z
  .object({ dst, gw, ribPriority, vid: u16.nullish().meta({ description: 'VLAN of the gateway' }) })
  .meta({ id: 'Route' })
const RouteConfig = z
  .object({ linkName, routes: z.array(Route).max(MAX_LISTED).meta({ description: 'Static routes' }) })
  .meta({ id: 'RouteConfig' })

const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(MAX_LISTED)
export const SwitchPortSettingsCreate = z
  .object({
    ...identityCreate,
    portConfig: SwitchPortConfigCreate.meta({ description: 'Shape of the port' }),
    links: listOf(LinkConfigCreate).meta({ description: 'Links of the port' }),
    addresses: listOf(AddressConfig).meta({ description: 'Addresses, by link' }),
    interfaces: listOf(SwitchInterfaceConfigCreate)
      .default([])
      .meta({ description: 'Interfaces of the links' }),
    routes: listOf(RouteConfig).default([]).meta({ description: 'Static routes, by link' }),
    bgpPeers: listOf(BgpPeerConfig).default([]).meta({ description: 'BGP peers, by link' }),
    groups: listOf(NameOrId).default([]).meta({ description: 'Groups of settings; none exist' }),
  })
  .meta({ id: 'SwitchPortSettingsCreate' })

export const SwitchPortSettingsIdentity = z.object(identity).meta({ id: 'SwitchPortSettingsIdentity' })

const interfaceName = Name.meta({ description: 'Name of the interface' })
const of = { portSettingsId: settingsId }
export const SwitchPortSettings = z
  .object({
    ...identity,
    port: z
      .object({ ...of, geometry })
      .meta({ id: 'SwitchPortConfig' })
      .meta({ description: 'Shape of the port' }),
    links: z
      .array(
        z
          .object({
            ...of,
            ...link,
            lldpLinkConfig: LldpLinkConfig.nullish().meta({ description: 'LLDP on the link' }),
            txEqConfig: equalization,
          })
          .meta({ id: 'SwitchPortLinkConfig' }),
      )
      .meta({ description: 'Links of the port' }),
    addresses: z
      .array(
        z
          .object({
            ...of,
            address: z.string().meta({ description: 'Address with the width of its network' }),
            addressLotId: Uuid.meta({ description: 'Address lot with the address' }),
            addressLotName: Name.meta({ description: 'Name of the address lot' }),
            addressLotBlockId: Uuid.meta({ description: 'Block of the lot with the address' }),
            interfaceName,
            vlanId,
          })
          .meta({ id: 'SwitchPortAddressView' }),
      )
      .meta({ description: 'Addresses of the links' }),
    interfaces: z
      .array(
        z
          .object({
            ...of,
            id: Uuid.meta({ description: 'ID of the interface' }),
            interfaceName,
            kind,
            v6Enabled,
          })
          .meta({ id: 'SwitchInterfaceConfig' }),
      )
      .meta({ description: 'Interfaces of the links' }),
    routes: z
      .array(
        z
          .object({ ...of, dst, gw, interfaceName, ribPriority, vlanId })
          .meta({ id: 'SwitchPortRouteConfig' }),
      )
      .meta({ description: 'Static routes' }),
    bgpPeers: z.array(BgpPeer).meta({ description: 'BGP peers' }),
    groups: z
      .array(
        z
          .object({ ...of, portSettingsGroupId: Uuid.meta({ description: 'ID of the group' }) })
          .meta({ id: 'SwitchPortSettingsGroups' }),
      )
      .meta({ description: 'Groups of the settings' }),
  })
  .meta({ id: 'SwitchPortSettings' })
