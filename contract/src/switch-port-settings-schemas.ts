import { rackAddressProblem, rackNetworkProblem } from '@granary/domain/ip-ranges.ts'
import { MAX_LISTED } from '@granary/domain/limits.ts'
import { MAX_MD5_KEY, md5KeyProblem } from '@granary/domain/switch-ports.ts'
import { z } from 'zod'
import { checkedText, identity, identityCreate, Name, NameOrId, Uuid } from './scalars.ts'

const U8 = 255
const U16 = 65_535
const U32 = 4_294_967_295
const I32 = 2_147_483_647

const ip = checkedText(rackAddressProblem, 45)
const network = checkedText(rackNetworkProblem, 64)
const u8 = z.int().min(0).max(U8)
const u16 = z.int().min(0).max(U16)
const u32 = z.int().min(0).max(U32)
const linkName = Name.meta({ description: 'Name of the link', examples: ['phy0'] })
const vlanId = u16.nullish().meta({ description: 'VLAN; null for untagged frames' })
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

const BgpPeer = z
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
const BgpPeerConfig = z
  .object({ linkName, peers: z.array(BgpPeer).max(MAX_LISTED).meta({ description: 'Peers on the link' }) })
  .meta({ id: 'BgpPeerConfig' })

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

const text = z.string().max(512).nullish()
const lldp = {
  enabled: z.boolean().meta({ description: 'Whether the link speaks LLDP' }),
  chassisId: text.meta({ description: 'Chassis ID that neighbors are told' }),
  linkDescription: text.meta({ description: 'Description of the link that neighbors are told' }),
  linkName: text.meta({ description: 'Name of the link that neighbors are told' }),
  managementIp: ip.nullish().meta({ description: 'Management address that neighbors are told' }),
  systemDescription: text.meta({ description: 'Description of the switch that neighbors are told' }),
  systemName: text.meta({ description: 'Name of the switch that neighbors are told' }),
}
const LldpLinkConfigCreate = z.object(lldp).meta({ id: 'LldpLinkConfigCreate' })
export const LldpLinkConfig = z
  .object({ id: Uuid.meta({ description: 'ID of the LLDP settings' }), ...lldp })
  .meta({ id: 'LldpLinkConfig' })

const i32 = z
  .int()
  .min(-I32 - 1)
  .max(I32)
  .nullish()
const TxEqConfig = z
  .object({
    main: i32.meta({ description: 'Main tap' }),
    post1: i32.meta({ description: 'First tap after the main one' }),
    post2: i32.meta({ description: 'Second tap after the main one' }),
    pre1: i32.meta({ description: 'First tap before the main one' }),
    pre2: i32.meta({ description: 'Second tap before the main one' }),
  })
  .meta({ id: 'TxEqConfig' })
const link = {
  linkName,
  autoneg: z.boolean().meta({ description: 'Whether the link negotiates its speed' }),
  fec: z
    .enum(['firecode', 'none', 'rs'])
    .meta({ id: 'LinkFec' })
    .nullish()
    .meta({ description: 'Forward error correction; null for that of the transceiver' }),
  mtu: u16.meta({ description: 'Largest packet, in bytes', examples: [1500] }),
  speed: z
    .enum([
      'speed0_g',
      'speed1_g',
      'speed10_g',
      'speed25_g',
      'speed40_g',
      'speed50_g',
      'speed100_g',
      'speed200_g',
      'speed400_g',
    ])
    .meta({ id: 'LinkSpeed' })
    .meta({ description: 'Speed of the link', examples: ['speed100_g'] }),
}
const equalization = TxEqConfig.nullish().meta({ description: 'Equalization of the transmitter' })
const LinkConfigCreate = z
  .object({
    ...link,
    lldp: LldpLinkConfigCreate.meta({ description: 'LLDP on the link' }),
    txEq: equalization,
  })
  .meta({ id: 'LinkConfigCreate' })

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
