import { chown, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DriverError } from '@granary/compute/driver-error.ts'
import { IO_KINDS, LATENCY_CLASSES } from '@granary/compute/latencies.ts'
import type { MachineDisk, MachineNic, MachineSpec } from '@granary/compute/machine.ts'
import { makeFolder } from '../make-folder.ts'
import type { QmpEvent } from '../qmp.ts'
import { fileOf, openChain } from '../storage/layer-files.ts'
import { mergeLayers } from '../storage/merge-layers.ts'
import {
  type DiskDevice,
  diskDevice,
  diskOptions,
  freePort,
  MACHINE_FILES,
  qemuCommand,
} from './command-line.ts'
import { makeVariables } from './firmware.ts'
import { QemuProcess } from './process.ts'
import type { MachineRecord } from './record.ts'
import { writeSeed } from './seed.ts'
import type { World } from './world.ts'

const PERIPHERAL = '/machine/peripheral'

type BlockInfo = { qdev?: string; inserted?: { 'node-name': string } }

/** The folder, the devices and the process of one machine. */
export class Hardware {
  readonly folder: string
  readonly #world: World
  readonly #id: string
  readonly #slot: number

  constructor(id: string, slot: number, world: World) {
    this.#id = id
    this.#slot = slot
    this.#world = world
    this.folder = join(world.folder, id)
  }

  /**
   * Starts the machine's process, which does not run the guest yet.
   * @param begin called with the process that is starting, while its disks can't change. It may refuse.
   */
  async start(
    { spec, firmware }: Pick<MachineRecord, 'spec' | 'firmware'>,
    begin: (start: () => Promise<QemuProcess>) => void,
  ): Promise<void> {
    const { disks, networks, users, acceleration, confine, uefi } = this.#world
    await this.#makeFolder()
    await writeSeed(this.#path(MACHINE_FILES.seed), spec)
    const files = firmware === 'uefi' ? await makeVariables(this.folder, uefi, users.of(this.#slot)) : null
    const nics: { nic: MachineNic; tap: string }[] = []
    for (const nic of spec.nics)
      nics.push({ nic, tap: (await networks.addTap(this.#id, nic, users.of(this.#slot))).name })
    const enter = await networks.enter(spec.nics[0]?.networkId ?? null)
    await disks.exclusive(
      spec.disks.map(({ id }) => id),
      async () => {
        const devices: DiskDevice[] = []
        for (const disk of spec.disks) devices.push(await this.#open(disk))
        const command = qemuCommand(spec, {
          disks: devices,
          nics,
          firmware: files,
          seed: MACHINE_FILES.seed,
          acceleration,
        })
        const words = [
          ...confine(this.#id, spec.memory),
          ...enter,
          ...users.enter(users.of(this.#slot), enter.length > 0),
          ...command,
        ]
        begin(() => QemuProcess.start(this.folder, this.#id, words))
      },
    )
  }

  /** Deletes the network interfaces of a process that is gone, and its links to disks. */
  async clean(spec: MachineSpec): Promise<void> {
    for (const { id } of spec.nics) await this.#world.networks.removeTap(id)
    await rm(this.#path(MACHINE_FILES.layers), { recursive: true, force: true })
  }

  async destroy(spec: MachineSpec): Promise<void> {
    await this.clean(spec)
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Attaches the disks that the process does not have yet. Can be repeated. */
  async plug({ qmp }: QemuProcess, spec: MachineSpec): Promise<void> {
    for (const disk of spec.disks) {
      const names = await peripherals(qmp)
      const ports = await portsOf(qmp, names)
      if (ports.has(diskDevice(disk.id))) continue
      const free = freePort(names, new Set(ports.values()))
      if (free === undefined) throw full(disk.name)
      await this.#world.disks.exclusive([disk.id], async () => {
        const device = await this.#open(disk)
        await qmp.execute('blockdev-add', device.block).catch(ignore('Duplicate nodes'))
        await qmp.execute('device_add', diskOptions(device, free))
      })
    }
    await this.countLatencies({ qmp }, spec.disks)
  }

  /**
   * Detaches a disk.
   * @param late called if the guest lets go of it after a refusal, such as when it restarts: QEMU can't take the request back.
   * @throws DriverError `invalid` if the guest does not let go of it.
   */
  async unplug({ qmp }: QemuProcess, { id: diskId, name }: MachineDisk, late: () => void): Promise<void> {
    const device = diskDevice(diskId)
    if ((await peripherals(qmp)).includes(device)) {
      const gone = Promise.withResolvers<void>()
      let onGone = gone.resolve as () => void
      qmp.on('event', function listen({ event, data }: QmpEvent) {
        if (event !== 'DEVICE_DELETED' || data?.device !== device) return
        qmp.off('event', listen)
        onGone()
      })
      const timer = setTimeout(() => {
        onGone = late
        gone.reject(stuck(name))
      }, this.#world.unplugGrace)
      try {
        await qmp.execute('device_del', { id: device }).catch(ignore('in the process of unplug'))
        await gone.promise
      } finally {
        clearTimeout(timer)
      }
    }
    const { layer } = this.#world.disks.find(diskId) ?? {}
    if (layer !== undefined) await qmp.execute('blockdev-del', { 'node-name': layer }).catch(() => {})
  }

  /** See `Holder.switchLayer`. */
  async switchLayer({ qmp }: QemuProcess, disk: MachineDisk, layer: string, next: string): Promise<void> {
    const blocks = await qmp.execute<BlockInfo[]>('query-block')
    const path = backendOf(disk.id)
    const node = blocks.find(({ qdev }) => qdev === path)?.inserted?.['node-name']
    if (node === undefined || node === next) return
    await this.#link([next], next)
    const { backing: _, ...overlay } = this.#chain([next], disk)
    await qmp.execute('blockdev-add', { ...overlay, backing: null }).catch(ignore('Duplicate nodes'))
    await qmp.execute('blockdev-snapshot', { node: layer, overlay: next })
  }

  /** See `Holder.mergeLayers`. */
  async mergeLayers({ qmp }: QemuProcess, [layer, ...others]: readonly string[]): Promise<void> {
    await mergeLayers(qmp, layer!)
    // A link would keep the space of a deleted layer. Those that another disk needs are open.
    for (const each of others) await rm(join(this.#path(MACHINE_FILES.layers), fileOf(each)), { force: true })
  }

  /** Makes QEMU count the latencies of disks. */
  async countLatencies({ qmp }: Pick<QemuProcess, 'qmp'>, disks: readonly MachineDisk[]): Promise<void> {
    const boundaries = LATENCY_CLASSES.slice(1)
    const kinds = Object.fromEntries(IO_KINDS.map((kind) => [`boundaries-${kind}`, boundaries]))
    for (const { id } of disks) {
      await qmp.execute('block-latency-histogram-set', { id: backendOf(id), ...kinds })
    }
  }

  async #open(disk: MachineDisk): Promise<DiskDevice> {
    const { disks } = this.#world
    const spec = disks.find(disk.id)?.spec
    if (!spec) throw new DriverError('not_found', `disk ${disk.id} is unknown`)
    const chain = disks.chain(disk.id)
    await this.#link(chain, chain[0]!)
    return { disk, spec, block: this.#chain(chain, disk) }
  }

  async #link(layers: readonly string[], top: string): Promise<void> {
    const { files, users } = this.#world
    await files.link(layers, this.#path(MACHINE_FILES.layers))
    await files.give(top, users.of(this.#slot))
  }

  #chain(layers: readonly string[], { readOnly }: MachineDisk) {
    return openChain(layers, { folder: MACHINE_FILES.layers, readOnly })
  }

  /** The process can write into `run` alone, and reaches no other machine's folder. */
  async #makeFolder(): Promise<void> {
    const user = this.#world.users.of(this.#slot)
    await makeFolder(this.folder, 0o711)
    for (const [name, mode] of [
      [MACHINE_FILES.layers, 0o711],
      ['run', 0o700],
    ] as const) {
      await rm(this.#path(name), { recursive: true, force: true })
      await makeFolder(this.#path(name), mode)
    }
    if (user !== null) await chown(this.#path('run'), user, user)
  }

  #path(name: string): string {
    return join(this.folder, name)
  }
}

const backendOf = (diskId: string): string => `${PERIPHERAL}/${diskDevice(diskId)}/virtio-backend`

/** Returns the names of the devices that have one: ports, disks and interfaces. */
async function peripherals(qmp: QemuProcess['qmp']): Promise<string[]> {
  const all = await qmp.execute<{ name: string }[]>('qom-list', { path: PERIPHERAL })
  return all.map(({ name }) => name)
}

/** Returns the ports of disks by the names of their devices. The firmware of a guest need not have found them yet. */
async function portsOf(qmp: QemuProcess['qmp'], names: readonly string[]): Promise<Map<string, string>> {
  const disks = names.filter((name) => name.startsWith(diskDevice('')))
  const pairs = disks.map(async (name) => {
    const bus = await qmp.execute<string>('qom-get', {
      path: `${PERIPHERAL}/${name}`,
      property: 'parent_bus',
    })
    return [name, bus.split('/').at(-1)!] as const
  })
  return new Map(await Promise.all(pairs))
}

/** Returns a handler of refusals that ignores one that means that a step was done before. */
const ignore = (text: string) => (error: Error) => {
  if (!error.message.includes(text)) throw error
}

const stuck = (disk: string) =>
  new DriverError('invalid', `the guest does not let go of disk ${disk}: stop the machine to detach it`)

const full = (disk: string) =>
  new DriverError('invalid', `the machine has no free port for disk ${disk}: stop the machine to attach it`)
