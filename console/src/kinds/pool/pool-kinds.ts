import type { Call, CallOutput, ItemOf } from '@granary/contract/call.ts'
import {
  siloIpPoolList,
  siloSubnetPoolList,
  systemIpPoolDelete,
  systemIpPoolList,
  systemIpPoolSiloLink,
  systemIpPoolSiloList,
  systemIpPoolSiloUnlink,
  systemIpPoolSiloUpdate,
  systemIpPoolUpdate,
  systemSubnetPoolDelete,
  systemSubnetPoolList,
  systemSubnetPoolSiloLink,
  systemSubnetPoolSiloList,
  systemSubnetPoolSiloUnlink,
  systemSubnetPoolSiloUpdate,
  systemSubnetPoolUpdate,
} from '@granary/contract/generated/client.ts'
import type { ComponentProps } from 'react'
import { DOCS } from '../../app/docs.ts'
import { pathTo } from '../../app/paths.ts'
import type { DocsPopover } from '../../ui/page/docs-popover.tsx'

/** What decides which default a pool competes with. Subnet pools have no type. */
export type PoolFamily = { ipVersion: 'v4' | 'v6'; poolType?: 'unicast' | 'multicast' }
export type LinkedPool = ItemOf<'siloIpPoolList' | 'siloSubnetPoolList'> & PoolFamily
/** A pool of either kind. */
export type Pool = CallOutput<'systemSubnetPoolView'> & PoolFamily

/** The operations, pages and words of one of the two kinds of pools. */
export type PoolKind = {
  noun: 'IP pool' | 'subnet pool'
  title: 'IP pool' | 'Subnet pool'
  /** Titles of lists and links, where every word is capitalized. */
  heading: 'IP Pool' | 'Subnet Pool'
  /** Subject of the toast about a deleted pool. */
  deleted: 'Pool' | 'Subnet pool'
  /** Resources that users take from a pool. */
  taken: 'addresses' | 'external subnets'
  /** Parts of a pool that it can't be deleted with. */
  parts: 'ranges' | 'members'
  /** Selects the pools that can be linked to silos. */
  linkable: { assignment?: 'silos' }
  /** What the users of a silo without a default pool have to do. */
  noDefaultNote: string
  /** A consequence of unlinking a silo. */
  unlinkNote: string
  list: Call<'systemIpPoolList' | 'systemSubnetPoolList'>
  update: Call<'systemIpPoolUpdate' | 'systemSubnetPoolUpdate'>
  remove: Call<'systemIpPoolDelete' | 'systemSubnetPoolDelete'>
  silos: Call<'systemIpPoolSiloList' | 'systemSubnetPoolSiloList'>
  link: Call<'systemIpPoolSiloLink' | 'systemSubnetPoolSiloLink'>
  updateLink: Call<'systemIpPoolSiloUpdate' | 'systemSubnetPoolSiloUpdate'>
  unlink: Call<'systemIpPoolSiloUnlink' | 'systemSubnetPoolSiloUnlink'>
  ofSilo: Call<'siloIpPoolList' | 'siloSubnetPoolList'>
  docs: ComponentProps<typeof DocsPopover>
  listPath: string
  createPath: string
  path: (pool: string) => string
  editPath: (pool: string) => string
  siloPath: (silo: string) => string
}

/** The kind of pools that external addresses come from. */
export const IP_POOLS: PoolKind = {
  noun: 'IP pool',
  title: 'IP pool',
  heading: 'IP Pool',
  deleted: 'Pool',
  taken: 'addresses',
  parts: 'ranges',
  // The pools of the system's own services are not for linking.
  linkable: { assignment: 'silos' },
  noDefaultNote:
    'Its users have to name a pool whenever they need such an address, and new instances that name none are refused.',
  unlinkNote: ', and it is detached from their internet gateways',
  list: systemIpPoolList,
  update: systemIpPoolUpdate,
  remove: systemIpPoolDelete,
  silos: systemIpPoolSiloList,
  link: systemIpPoolSiloLink,
  updateLink: systemIpPoolSiloUpdate,
  unlink: systemIpPoolSiloUnlink,
  ofSilo: siloIpPoolList,
  docs: {
    topic: 'IP pools',
    summary:
      'An IP pool is a set of external addresses. Users of the silos that it is linked to take floating and ephemeral IPs from it.',
    links: [{ text: 'IP Pools', href: DOCS.ipPools }],
  },
  listPath: '/system/networking/ip-pools',
  createPath: '/system/networking/ip-pools-new',
  path: (pool) => pathTo('/system/networking/ip-pools/$pool', { pool }),
  editPath: (pool) => pathTo('/system/networking/ip-pools/$pool/edit', { pool }),
  siloPath: (silo) => pathTo('/system/silos/$silo/ip-pools', { silo }),
}

/** The kind of pools that external subnets come from. */
export const SUBNET_POOLS: PoolKind = {
  noun: 'subnet pool',
  title: 'Subnet pool',
  heading: 'Subnet Pool',
  deleted: 'Subnet pool',
  taken: 'external subnets',
  parts: 'members',
  linkable: {},
  noDefaultNote: 'Its users have to name a pool for each new external subnet.',
  unlinkNote: '',
  list: systemSubnetPoolList,
  update: systemSubnetPoolUpdate,
  remove: systemSubnetPoolDelete,
  silos: systemSubnetPoolSiloList,
  link: systemSubnetPoolSiloLink,
  updateLink: systemSubnetPoolSiloUpdate,
  unlink: systemSubnetPoolSiloUnlink,
  ofSilo: siloSubnetPoolList,
  docs: {
    topic: 'subnet pools',
    summary:
      'A subnet pool is a set of networks. Projects of the silos that it is linked to take external subnets from it.',
    links: [{ text: 'Subnet Pools', href: DOCS.subnetPools }],
  },
  listPath: '/system/networking/subnet-pools',
  createPath: '/system/networking/subnet-pools-new',
  path: (pool) => pathTo('/system/networking/subnet-pools/$pool', { pool }),
  editPath: (pool) => pathTo('/system/networking/subnet-pools/$pool/edit', { pool }),
  siloPath: (silo) => pathTo('/system/silos/$silo/subnet-pools', { silo }),
}

/** Returns why a user may not change pools, their contents and their links. */
export const adminsOnly = ({ noun }: PoolKind): string => `Only admins of the fleet can change ${noun}s`

/** Names what a default pool is the default for: 'IPv4 unicast', or 'IPv4 subnet'. */
export const familyOf = ({ ipVersion, poolType }: PoolFamily): string =>
  `IP${ipVersion} ${poolType ?? 'subnet'}`

/** Returns the default pool of a silo with the family and the type of a pool. */
export const defaultLike = (
  pools: readonly LinkedPool[],
  { ipVersion, poolType }: PoolFamily,
): LinkedPool | undefined =>
  pools.find((one) => one.isDefault && one.ipVersion === ipVersion && one.poolType === poolType)
