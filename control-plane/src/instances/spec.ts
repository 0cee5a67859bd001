import { storedJson } from '../kit/base/stored-json.ts'
import type { MachineSpec } from '@granary/compute/machine.ts'
import { fromFixedWidth, prefixLength } from '@granary/domain/ip.ts'
import { jsonArrayFrom as arrayOnPostgres } from 'kysely/helpers/postgres'
import { jsonArrayFrom as arrayOnSqlite } from 'kysely/helpers/sqlite'
import type { DiskRow, InstanceRow, NetworkInterfaceRow, VpcSubnetRow } from '../database/schema.ts'
import { fixedQuery } from '../kit/sql/fixed-query.ts'
import type { Services } from '../kit/context/services.ts'
import { JUMBO_MTU } from './size.ts'

const MTU = 1500

/** Builds the spec with which the driver runs an instance. */
export const machineSpec = async (
  reader: Pick<Services, 'db' | 'engine'>,
  row: InstanceRow,
): Promise<MachineSpec> => (await readSpec(reader, row)).spec

/** Builds the spec, and tells whether the driver has yet to make some of its disks, or to move some of a running machine. */
export async function readSpec(
  reader: Pick<Services, 'db' | 'engine'>,
  row: InstanceRow,
): Promise<{ spec: MachineSpec; hasNewDisks: boolean; hasMovingDisks: boolean }> {
  const all = await readParts(reader, row.id)
  const parts = { ...all, disks: all.disks.filter(({ state }) => state !== 'detaching') }
  const imageId = bootDiskOf(row, parts.disks)?.image_id
  const guest = imageId
    ? await reader.db
        .selectFrom('image')
        .select(['os', 'version'])
        .where('id', '=', imageId)
        .executeTakeFirst()
    : undefined
  return {
    spec: toMachineSpec(row, { ...parts, guest: guest ?? null }),
    hasNewDisks: parts.disks.some(({ state }) => state === 'creating'),
    hasMovingDisks: all.disks.some(({ state }) => state === 'attaching' || state === 'detaching'),
  }
}

type StoredParts = Omit<Parts, 'guest' | 'disks'> & {
  disks: readonly (Parts['disks'][number] & Pick<DiskRow, 'state'>)[]
}

/** Reads the disks, interfaces and keys of an instance in one statement, because each create reads them twice. */
async function readParts(reader: Pick<Services, 'db' | 'engine'>, id: string): Promise<StoredParts> {
  const array: typeof arrayOnSqlite = reader.engine === 'postgres' ? arrayOnPostgres : arrayOnSqlite
  const [found] = await fixedQuery(
    reader,
    [readSpec, 'parts'],
    (db) =>
      db
        .selectFrom('instance')
        .select((from) => [
          array(
            from
              .selectFrom('disk')
              .select(['disk.id', 'disk.name', 'disk.read_only', 'disk.image_id', 'disk.state'])
              .whereRef('disk.instance_id', '=', 'instance.id'),
          ).as('disks'),
          array(
            from
              .selectFrom('network_interface as nic')
              .innerJoin('vpc_subnet', 'vpc_subnet.id', 'nic.subnet_id')
              .select(['nic.id', 'nic.name', 'nic.slot', 'nic.vpc_id', 'nic.mac', 'nic.is_primary'])
              .select(['nic.ipv4', 'nic.ipv6', 'vpc_subnet.ipv4_block', 'vpc_subnet.ipv6_block'])
              .whereRef('nic.instance_id', '=', 'instance.id'),
          ).as('nics'),
          array(
            from
              .selectFrom('ssh_key')
              .innerJoin('instance_ssh_key', 'instance_ssh_key.ssh_key_id', 'ssh_key.id')
              .select('ssh_key.public_key')
              .whereRef('instance_ssh_key.instance_id', '=', 'instance.id'),
          ).as('keys'),
        ])
        .where('instance.id', '=', id),
    [id],
  )
  if (!found) return { disks: [], nics: [], sshPublicKeys: [] }
  return {
    disks: listOf(found.disks).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    nics: listOf(found.nics).toSorted((one, other) => one.slot - other.slot),
    sshPublicKeys: listOf(found.keys).map((key) => key.public_key),
  }
}

/** SQLite returns JSON as text. */
const listOf = <Item>(list: Item[]): Item[] => (typeof list === 'string' ? storedJson<Item[]>(list) : list)

/** Whether two specs of a machine are the same. */
export const isSameSpec = (one: MachineSpec, other: MachineSpec): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The disk that an instance boots from. */
export const bootDiskOf = <Disk extends { id: string }>(
  row: InstanceRow,
  disks: readonly Disk[],
): Disk | undefined => disks.find((disk) => disk.id === row.boot_disk_id) ?? disks[0]

type Nic = Pick<NetworkInterfaceRow, 'id' | 'name' | 'vpc_id' | 'mac' | 'is_primary' | 'ipv4' | 'ipv6'>

type Parts = {
  /** By name. */
  disks: readonly Pick<DiskRow, 'id' | 'name' | 'read_only' | 'image_id'>[]
  /** By slot. */
  nics: readonly (Nic & Pick<VpcSubnetRow, 'ipv4_block' | 'ipv6_block'>)[]
  sshPublicKeys: string[]
  guest: MachineSpec['guest']
}

/** Builds the spec from rows that are already loaded. */
export function toMachineSpec(row: InstanceRow, { disks, nics, sshPublicKeys, guest }: Parts): MachineSpec {
  return {
    id: row.id,
    name: row.name,
    hostname: row.hostname,
    ncpus: row.ncpus,
    memory: row.memory,
    cpuPlatform: row.cpu_platform,
    sledId: row.sled_id,
    bootDiskId: row.boot_disk_id,
    disks: disks.map((disk) => ({ id: disk.id, name: disk.name, readOnly: disk.read_only === 1 })),
    nics: nics.map((nic) => ({
      id: nic.id,
      name: nic.name,
      networkId: nic.vpc_id,
      mac: nic.mac,
      primary: nic.is_primary === 1,
      addresses: [
        ...(nic.ipv4 ? [`${fromFixedWidth(nic.ipv4)}/${prefixLength(nic.ipv4_block)}`] : []),
        ...(nic.ipv6 ? [`${fromFixedWidth(nic.ipv6)}/${prefixLength(nic.ipv6_block)}`] : []),
      ],
      mtu: row.enable_jumbo_frames === 1 ? JUMBO_MTU : MTU,
    })),
    userData: row.user_data || null,
    sshPublicKeys,
    guest,
  }
}
