import { MAX_ANNOUNCEMENTS, MAX_ASN, MAX_BGP_PATHS } from '@granary/domain/bgp.ts'
import { rackNetworkProblem } from '@granary/domain/ip-ranges.ts'
import { z } from 'zod'
import { extra } from './extension.ts'
import { on, onFleet } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  checkedText,
  identity,
  identityCreate,
  identityUpdate,
  Name,
  NameOrId,
  NameOrIdSortMode,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'

const AT = '/v1/system/networking'
const asn = z.int().min(0).max(MAX_ASN)
const MaxPathConfig = z.int().min(1).max(MAX_BGP_PATHS).meta({ id: 'MaxPathConfig' })

const BgpConfig = z
  .object({
    ...identity,
    asn: asn.meta({ description: 'Autonomous system number of the rack, which never changes' }),
    maxPaths: MaxPathConfig.meta({ description: 'Paths to one destination that a switch uses at a time' }),
    vrf: z.string().nullable().meta({ description: 'Routing table that it uses; null for the default one' }),
    bgpAnnounceSetId: extra(Uuid.meta({ description: 'Networks that peers are told about' })),
  })
  .meta({ id: 'BgpConfig' })
const BgpConfigCreate = z
  .object({
    ...identityCreate,
    asn: asn.meta({
      description: 'Autonomous system number of the rack; only one configuration can have it',
      examples: [64_512],
    }),
    bgpAnnounceSetId: NameOrId.meta({ description: 'Name or ID of the announce set' }),
    maxPaths: MaxPathConfig.default(1).meta({
      description: 'Paths to one destination that a switch uses at a time',
    }),
    vrf: Name.nullish().meta({ description: 'Routing table to use; the default one when left out' }),
  })
  .meta({ id: 'BgpConfigCreate' })
const BgpConfigUpdate = z
  .object({
    ...identityUpdate,
    bgpAnnounceSetId: NameOrId.nullish().meta({
      description: 'Name or ID of the new announce set; stays as it is when left out',
    }),
    maxPaths: MaxPathConfig.nullish().meta({
      description: 'Paths to one destination that a switch uses at a time; stays as it is when left out',
    }),
  })
  .meta({ id: 'BgpConfigUpdate' })
const ofConfig = { nameOrId: NameOrId.meta({ description: 'Name or ID of the BGP configuration' }) }

export const bgpConfigs = family('system/networking', {
  networkingBgpConfigList: get(`${AT}/bgp`, {
    summary: 'List BGP configurations',
    description: 'Lists the autonomous systems that the rack can take part in, by name.',
    needs: onFleet('read'),
    shows: ['bgp-config'],
    columns: ['name', 'asn', 'maxPaths', 'vrf', 'timeCreated', 'id'],
    query: paginated(NameOrIdSortMode),
    response: pageOf(BgpConfig).meta({ id: 'BgpConfigResultsPage' }),
  }),
  networkingBgpConfigCreate: post(`${AT}/bgp`, {
    summary: 'Create BGP configuration',
    description: 'Refused with 409 if another configuration has the autonomous system number.',
    needs: onFleet('modify'),
    changes: ['bgp-config'],
    body: BgpConfigCreate,
    response: BgpConfig,
  }),
  networkingBgpConfigUpdate: put(`${AT}/bgp`, {
    summary: 'Update BGP configuration',
    description: 'Changes what the body has. The autonomous system number and the routing table stay.',
    needs: on('bgp-config', 'modify'),
    changes: ['bgp-config'],
    query: ofConfig,
    body: BgpConfigUpdate,
    response: BgpConfig,
  }),
  networkingBgpConfigDelete: del(`${AT}/bgp`, {
    summary: 'Delete BGP configuration',
    description: 'Refused with 409 while switch port settings use it. Its announce set stays.',
    needs: on('bgp-config', 'modify'),
    changes: ['bgp-config'],
    query: ofConfig,
  }),
})

const BgpAnnounceSet = z.object(identity).meta({ id: 'BgpAnnounceSet' })
const BgpAnnouncement = z
  .object({
    announceSetId: Uuid.meta({ description: 'Announce set of the network' }),
    addressLotBlockId: Uuid.meta({ description: 'Block of an address lot that contains the network' }),
    network: z.string().meta({ description: 'The announced network, such as 198.51.100.0/24' }),
  })
  .meta({ id: 'BgpAnnouncement' })
const BgpAnnouncementCreate = z
  .object({
    addressLotBlock: NameOrId.meta({
      description: 'Name or ID of an address lot, or ID of one of its blocks, that contains the network',
    }),
    network: checkedText(rackNetworkProblem, 64).meta({
      description: 'Network in CIDR notation, such as 198.51.100.0/24',
      examples: ['198.51.100.0/24'],
    }),
  })
  .meta({ id: 'BgpAnnouncementCreate' })
const BgpAnnounceSetCreate = z
  .object({
    ...identityCreate,
    announcement: z.array(BgpAnnouncementCreate).max(MAX_ANNOUNCEMENTS).meta({
      description: 'All networks of the set',
    }),
  })
  .meta({ id: 'BgpAnnounceSetCreate' })

export const bgpAnnounceSets = family('system/networking', {
  networkingBgpAnnounceSetList: get(`${AT}/bgp-announce-set`, {
    summary: 'List announce sets',
    description: 'Lists the sets of networks that BGP configurations announce, by name.',
    needs: onFleet('read'),
    shows: ['bgp-announce-set'],
    columns: ['name', 'timeCreated', 'timeModified', 'id', 'description'],
    query: paginated(NameOrIdSortMode),
    response: z.array(BgpAnnounceSet),
  }),
  networkingBgpAnnounceSetUpdate: put(`${AT}/bgp-announce-set`, {
    summary: 'Create or replace announce set',
    description: 'Replaces the networks of the set with this name, or creates the set.',
    needs: onFleet('modify'),
    changes: ['bgp-announce-set', 'bgp-announcement'],
    body: BgpAnnounceSetCreate,
    response: BgpAnnounceSet,
  }),
  networkingBgpAnnounceSetDelete: del(`${AT}/bgp-announce-set/{announceSet}`, {
    summary: 'Delete announce set',
    description: 'Refused with 409 while a BGP configuration uses it.',
    needs: on('bgp-announce-set', 'modify'),
    changes: ['bgp-announce-set', 'bgp-announcement'],
  }),
  networkingBgpAnnouncementList: get(`${AT}/bgp-announce-set/{announceSet}/announcement`, {
    summary: 'List announcements',
    description: 'Lists the networks of an announce set, by address.',
    needs: on('bgp-announce-set', 'read'),
    shows: ['bgp-announcement'],
    columns: ['network', 'addressLotBlockId'],
    response: z.array(BgpAnnouncement),
  }),
})
