import { present } from '../kit/base/present.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { MachineState } from '@granary/compute/machine.ts'
import type { Seed, SeedMachine } from '@granary/compute/seed.ts'
import type { DiskRow } from '../database/schema.ts'
import { diskSpec } from '../shared/storage/make-disk.ts'
import { bootDiskOf, toMachineSpec } from '../instances/spec.ts'
import type { Plan } from './plan.ts'
import { DatasetError } from './problem.ts'

/**
 * Passes the plan's machines and disks to the driver, so that they can be used like any other. Idempotent.
 * @throws DatasetError if the plan has machines or disks and the driver runs real ones.
 */
export async function seedDriver(driver: ComputeDriver, plan: Plan): Promise<void> {
  const seed = seedOf(plan)
  if (driver.seed) return driver.seed({ ...seed, components: await componentsOf(driver, plan) })
  if (Object.values(seed).some((list) => list.length > 0))
    throw new DatasetError([
      'instances, disks, snapshots and images of a data set are made up: only simulated machines can have them',
    ])
}

/** Returns every component with the software of the target release. */
async function componentsOf(driver: ComputeDriver, { targets }: Plan): Promise<Required<Seed>['components']> {
  const version = targets.at(-1)?.version
  if (version === undefined) return []
  return ((await driver.components?.()) ?? []).map(({ id }) => ({ id, version }))
}

/** Resources in creation don't exist yet, and destroyed ones no longer do. */
const isThere = ({ state }: { state: string }): boolean => state !== 'creating' && state !== 'destroyed'

function seedOf(plan: Plan): Required<Omit<Seed, 'components'>> {
  const images = plan.rows.image.filter(isThere).map(({ id, size }) => ({ id, size }))
  const snapshots = plan.rows.snapshot.filter(isThere).map(({ id, size }) => ({ id, size }))
  const sources = new Set([...images, ...snapshots].map(({ id }) => id))
  const disks = plan.rows.disk.filter(isThere)
  return {
    images,
    snapshots,
    disks: disks.map((row) => {
      const sourceId = row.image_id ?? row.snapshot_id
      // A deleted source has left its content in the disk.
      return {
        ...diskSpec(row),
        ...(sourceId && !sources.has(sourceId) ? { source: { kind: 'blank' as const } } : {}),
      }
    }),
    machines: machinesOf(plan, disks),
  }
}

function machinesOf(plan: Plan, disks: DiskRow[]): SeedMachine[] {
  const disksOf = Map.groupBy(
    disks.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    (row) => row.instance_id,
  )
  const nicsOf = Map.groupBy(plan.rows.network_interface, (row) => row.instance_id)
  const subnets = new Map(plan.rows.vpc_subnet.map((row) => [row.id, row]))
  const images = new Map(plan.rows.image.map((row) => [row.id, row]))
  const keys = new Map(plan.rows.ssh_key.map((row) => [row.id, row.public_key]))
  const keysOf = Map.groupBy(plan.rows.instance_ssh_key, (row) => row.instance_id)
  const instances = plan.rows.instance.filter((row) => isThere({ state: row.run_state }))
  return instances.map((row) => {
    const own = disksOf.get(row.id) ?? []
    const image = images.get(bootDiskOf(row, own)?.image_id ?? '')
    const nics = (nicsOf.get(row.id) ?? []).map((nic) => {
      const { ipv4_block, ipv6_block } = present(subnets.get(nic.subnet_id), 'the subnet of an interface')
      return { ...nic, ipv4_block, ipv6_block }
    })
    const sshPublicKeys = (keysOf.get(row.id) ?? []).map(({ ssh_key_id }) =>
      present(keys.get(ssh_key_id), 'the SSH key'),
    )
    const guest = image ? { os: image.os, version: image.version } : null
    return {
      spec: toMachineSpec(row, { disks: own, nics, sshPublicKeys, guest }),
      state: row.run_state as MachineState,
      since: new Date(row.time_run_state_updated),
    }
  })
}
