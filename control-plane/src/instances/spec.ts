import type { MachineSpec } from '@granary/compute/machine.ts'
import { fromFixedWidth, prefixLength } from '@granary/domain/ip.ts'
import type { DiskRow, InstanceRow, NetworkInterfaceRow, VpcSubnetRow } from '../database/schema.ts'
import { fixedQuery } from '../kit/fixed-query.ts'
import type { Services } from '../kit/services.ts'

const MTU = 1500
const JUMBO_MTU = 8500

/** Builds the spec with which the driver runs an instance. */
export async function machineSpec(
  reader: Pick<Services, 'db' | 'engine'>,
  row: InstanceRow,
): Promise<MachineSpec> {
  const { db } = reader
  const disks = await fixedQuery(
    reader,
    [machineSpec, 'disks'],
    (from) => from.selectFrom('disk').selectAll().where('instance_id', '=', row.id).orderBy('name'),
    [row.id],
  )
  const nics = await fixedQuery(
    reader,
    [machineSpec, 'interfaces'],
    (from) =>
      from
        .selectFrom('network_interface')
        .innerJoin('vpc_subnet', 'vpc_subnet.id', 'network_interface.subnet_id')
        .selectAll('network_interface')
        .select(['vpc_subnet.ipv4_block', 'vpc_subnet.ipv6_block'])
        .where('network_interface.instance_id', '=', row.id)
        .orderBy('slot'),
    [row.id],
  )
  const keys = await fixedQuery(
    reader,
    [machineSpec, 'keys'],
    (from) =>
      from
        .selectFrom('ssh_key')
        .innerJoin('instance_ssh_key', 'instance_ssh_key.ssh_key_id', 'ssh_key.id')
        .select('ssh_key.public_key')
        .where('instance_ssh_key.instance_id', '=', row.id),
    [row.id],
  )
  const imageId = bootDiskOf(row, disks)?.image_id
  const guest = imageId
    ? await db.selectFrom('image').select(['os', 'version']).where('id', '=', imageId).executeTakeFirst()
    : undefined
  return toMachineSpec(row, {
    disks,
    nics,
    sshPublicKeys: keys.map((key) => key.public_key),
    guest: guest ?? null,
  })
}

/** Whether two specs of a machine are the same. */
export const isSameSpec = (one: MachineSpec, other: MachineSpec): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The disk that an instance boots from. */
export const bootDiskOf = <Disk extends { id: string }>(
  row: InstanceRow,
  disks: readonly Disk[],
): Disk | undefined => disks.find((disk) => disk.id === row.boot_disk_id) ?? disks[0]

type Parts = {
  /** By name. */
  disks: readonly DiskRow[]
  /** By slot. */
  nics: readonly (NetworkInterfaceRow & Pick<VpcSubnetRow, 'ipv4_block' | 'ipv6_block'>)[]
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
