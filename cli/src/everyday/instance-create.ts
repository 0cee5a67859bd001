import { generateName } from '@granary/domain/names.ts'
import { SIZES_BY_NAME } from '@granary/domain/machine-sizes.ts'
import { base64Problem, fromBase64, toBase64 } from '@granary/domain/base64.ts'
import { isGzip } from '@granary/domain/cloud-init/header.ts'
import { Option } from 'commander'
import { readInput } from '../commands/body.ts'
import { type Given, textIn } from '../commands/given.ts'
import { usage } from '../exit-codes.ts'
import type { Target, World } from '../target.ts'
import { textOf } from '../text.ts'
import { readBytes } from '../values.ts'
import { addressOf } from './addresses.ts'
import { sourceOf, sourceOptions } from './disk-source.ts'
import type { Everyday } from './everyday.ts'
import { templateOf } from './instance-template.ts'

const GIB = 2 ** 30
/** The size of an instance without another one. */
const USUAL = 'small'

const sizes = [...SIZES_BY_NAME]
  .map(([name, { ncpus, memoryGib }]) => `${name} (${ncpus} and ${memoryGib} GiB)`)
  .join(', ')

const repeated = (text: string, before: readonly string[] = []): string[] => [...before, text]

/** `granary instance create NAME --image NAME --size small --disk 20GiB --ip ephemeral`. */
export const instanceCreate: Everyday = {
  example: 'web --project my-project --image my-image --size small --disk 20GiB --ip ephemeral --wait',
  note: 'The host name is the name. `--user-data @FILE` reads cloud-init data from a file, and warns of mistakes in it.',
  knows: ['hostname', 'ncpus', 'memory'],
  options: () => [
    new Option('--template <name>', 'begin with this template of the project; other flags replace its parts'),
    ...sourceOptions().map((option) => {
      option.description = option.description.replace('fill it', 'boot from a new disk that is filled')
      return option
    }),
    new Option(
      '--disk <size>',
      'size of that disk, such as 20GiB (default: what the source needs); or the name of a disk to boot from',
    ),
    new Option('--size <name>', `vCPUs and memory: ${sizes} (default: ${USUAL})`),
    new Option('--ip <pool>', 'address from outside, from this pool; `ephemeral` takes the default pool'),
    new Option('--floating-ip <name>', 'floating IP to attach; may be repeated').argParser(repeated),
    new Option(
      '--ssh-key <name>',
      'SSH key to give to the guest (default: all of yours); may be repeated',
    ).argParser(repeated),
  ],
  async flags(world, target, given) {
    // A file is the whole body; only flags that are given add to it.
    const isWhole = given['json-body'] === undefined
    if (isWhole && given.name === undefined) throw usage('--name is required (or use --json-body)')
    return {
      ...given,
      ...(await templateOf(world, target, given)),
      ...(isWhole && given.hostname === undefined && { hostname: given.name }),
      ...sizeOf(given, isWhole),
      ...(await bootDiskOf(world, target, given)),
      ...(await externalIpsOf(world, target, given)),
      ...(given['ssh-key'] !== undefined && only(given, 'ssh-key', 'ssh-public-keys', given['ssh-key'])),
      ...(await userDataOf(world, given)),
    }
  },
}

/** Returns the value of a field that a shorter flag stands for. @throws CommandError 2 if both are given. */
function only(given: Given, short: string, field: string, value: unknown): Given {
  if (given[field] !== undefined) throw usage(`--${short} and --${field} exclude each other`)
  return { [field]: value }
}

/** A template has a size, of which `--ncpus` and `--memory` replace a part. */
function sizeOf(given: Given, isWhole: boolean): Given {
  const wanted = textIn(given, 'size')
  if (wanted === undefined && (!isWhole || given.template !== undefined)) return {}
  const size = SIZES_BY_NAME.get(wanted ?? USUAL)
  if (!size) throw usage(`--size is "${wanted}"; it must be one of ${[...SIZES_BY_NAME.keys()].join(', ')}`)
  if (wanted !== undefined && given.ncpus !== undefined && given.memory !== undefined)
    throw usage('--size has no effect beside --ncpus and --memory')
  return { ncpus: given.ncpus ?? size.ncpus, memory: given.memory ?? size.memoryGib * GIB }
}

async function bootDiskOf(world: World, target: () => Target, given: Given): Promise<Given> {
  const disk = textIn(given, 'disk')
  const isFilled = given.image !== undefined || given.snapshot !== undefined
  if (disk === undefined && !isFilled) return {}
  const bytes = disk === undefined ? null : readBytes(disk)
  if (disk !== undefined && bytes === null) {
    if (isFilled) throw usage(`--disk is "${disk}"; beside an image it must be a size such as 20GiB`)
    return only(given, 'disk', 'boot-disk', { type: 'attach', name: disk })
  }
  const { backend, size, name } = await sourceOf(world, target, given)
  return only(given, isFilled ? 'image' : 'disk', 'boot-disk', {
    type: 'create',
    name: generateName([String(given.name), name ?? 'boot']),
    description: `Boot disk of ${String(given.name)}`,
    size: bytes ?? size,
    disk_backend: backend,
  })
}

async function externalIpsOf(world: World, target: () => Target, given: Given): Promise<Given> {
  const pool = textIn(given, 'ip')
  const floating = [given['floating-ip'] ?? []].flat()
  if (pool === undefined && floating.length === 0) return {}
  const selected =
    pool === undefined ? [] : [{ type: 'ephemeral', pool_selector: await addressOf(world, target(), pool) }]
  return only(given, pool === undefined ? 'floating-ip' : 'ip', 'external-ips', [
    ...selected,
    ...floating.map((name) => ({ type: 'floating', floating_ip: name })),
  ])
}

/** `@FILE` stands for the content of a file; no base64 begins so. */
async function userDataOf(world: World, given: Given): Promise<Given> {
  const data = given['user-data']
  if (typeof data !== 'string') return {}
  if (!data.startsWith('@')) {
    if (base64Problem(data) === null) await warnOf(world, '--user-data', fromBase64(data))
    return {}
  }
  const bytes = await readInput(world, data.slice(1))
  const sent = isGzip(bytes) ? bytes : new TextEncoder().encode(textOf(bytes))
  await warnOf(world, data === '@-' ? 'standard input' : data.slice(1), sent)
  return { 'user-data': toBase64(sent) }
}

/** Warns of what a guest could not read. The API takes any bytes, as a guest may have another program that reads them. */
async function warnOf(world: World, name: string, sent: Uint8Array): Promise<void> {
  // Other commands need no YAML parser.
  const { userDataFindings } = await import('@granary/domain/cloud-init/findings.ts')
  const findings = isGzip(sent) ? [] : userDataFindings(utf8Of(sent))
  for (const { level, line, column, message } of findings)
    world.err.write(
      `${level === 'hint' ? 'Hint' : 'Warning'}: ${name}, line ${line}, column ${column}: ${message}\n`,
    )
}

/** Returns the text of bytes, null if they are none. */
function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
