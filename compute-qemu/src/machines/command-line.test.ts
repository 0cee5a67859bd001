import { expect, test } from 'vitest'
import { diskSpec, machineNic, machineSpec } from '@granary/compute/conformance/specs.ts'
import { MAX_DISKS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import { openChain } from '../storage/layer-files.ts'
import { Hardware } from './hardware.ts'
import type { QemuProcess } from './process.ts'
import type { World } from './world.ts'
import { diskDevice, qemuCommand } from './command-line.ts'

const name = 'a,b=c id=evil,file=/etc/shadow'
const disk = { id: crypto.randomUUID(), name, readOnly: false }
const nic = { ...machineNic('n', 5), name }
const spec = machineSpec({ name, hostname: name, bootDiskId: disk.id, disks: [disk], nics: [nic] })
const words = qemuCommand(spec, {
  disks: [
    { disk, spec: diskSpec(), block: openChain(['top', 'base'], { folder: 'disks', readOnly: false }) },
  ],
  nics: [{ nic, tap: 'tap0' }],
  firmware: null,
  seed: 'seed.iso',
  acceleration: 'emulated',
})

test('no text that a user chose is in the command', () => {
  expect(words.join(' ')).not.toContain('evil')
})

test('every file has an explicit format, and every backing file is named', () => {
  const blocks = words
    .flatMap((word, at) => (words[at - 1] === '-blockdev' ? [word] : []))
    .map((text) => JSON.parse(text) as Record<string, unknown>)
  expect(blocks).toHaveLength(2)
  expect(blocks[0]).toMatchObject({
    driver: 'qcow2',
    'node-name': 'top',
    'read-only': false,
    file: { driver: 'file', filename: 'disks/top.qcow2' },
    backing: {
      driver: 'qcow2',
      'read-only': true,
      file: { driver: 'file', filename: 'disks/base.qcow2' },
      backing: null,
    },
  })
  expect(words).not.toContain('-drive')
})

test('the process is confined', () => {
  expect(words[words.indexOf('-sandbox') + 1]).toBe(
    'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny',
  )
})

const disks = Array.from({ length: MAX_DISKS_PER_INSTANCE }, () => ({ ...disk, id: crypto.randomUUID() }))
const chain = (id: string) => openChain([id], { folder: 'disks', readOnly: false })

/** The options of the devices of a command, from both of their notations. */
const devicesOf = (command: string[]): Record<string, string>[] =>
  command
    .flatMap((word, at) => (command[at - 1] === '-device' ? [word] : []))
    .map((word) =>
      word.startsWith('{')
        ? JSON.parse(word)
        : Object.fromEntries(
            word.split(',').map((pair, at) => (at === 0 ? ['driver', pair] : pair.split('='))),
          ),
    )

const startedWith = (count: number) =>
  qemuCommand(machineSpec({ disks: disks.slice(0, count) }), {
    disks: disks.slice(0, count).map((each) => ({ disk: each, spec: diskSpec(), block: chain(each.id) })),
    nics: [],
    firmware: null,
    seed: 'seed.iso',
    acceleration: 'emulated',
  })

/** A monitor that keeps the buses of a command's devices, and refuses a second device on one as QEMU does. */
function monitor(command: string[]) {
  const devices = devicesOf(command)
  const ports = devices.filter(({ driver }) => driver === 'pcie-root-port').map(({ id }) => id!)
  const buses = new Map(devices.filter(({ bus }) => bus !== undefined).map(({ bus, id }) => [bus!, id]))
  const execute = async (name: string, args: Record<string, string>) => {
    if (name === 'qom-list') return [...ports, ...buses.values()].flatMap((id) => (id ? [{ name: id }] : []))
    if (name === 'qom-get')
      return `/bus/${[...buses].find(([, id]) => id !== undefined && args.path!.endsWith(id))![0]}`
    if (name !== 'device_add') return {}
    if (!ports.includes(args.bus!)) throw new Error(`Bus '${args.bus}' not found`)
    if (buses.has(args.bus!)) throw new Error(`Bus '${args.bus}' is taken`)
    return void buses.set(args.bus!, args.id)
  }
  return { buses, process: { qmp: { execute } } as unknown as QemuProcess }
}

const world = {
  folder: '/machines',
  disks: {
    exclusive: (_: string[], run: () => Promise<void>) => run(),
    find: () => ({ spec: diskSpec() }),
    chain: (id: string) => [id],
  },
  files: { link: async () => {}, give: async () => {} },
  users: { of: () => null },
} as unknown as World

test.each([0, 1, 8, 12])('a machine that started with %i disks gets all that it may have', async (count) => {
  const { buses, process } = monitor(startedWith(count))
  await new Hardware('m', 0, world).plug(process, machineSpec({ disks }))
  const attached = disks.map(({ id }) => diskDevice(id))
  expect([...buses.values()].filter((id) => id !== undefined).toSorted()).toEqual(attached.toSorted())
  expect(new Set(buses.keys()).size).toBe(MAX_DISKS_PER_INSTANCE + 1)
})

test('a machine of an earlier server, with fewer ports, is told to stop', async () => {
  const older = startedWith(0)
    .filter((word) => !/id=port-(9|1\d),/.test(word))
    .map((word) => word.replace('bus=port-12', 'bus=port-8'))
  const { buses, process } = monitor(older)
  const plug = new Hardware('m', 0, world).plug(process, machineSpec({ disks }))
  await expect(plug).rejects.toThrow(/no free port .* stop the machine/)
  expect(buses.size).toBe(9)
})
