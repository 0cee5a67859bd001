import { Option } from 'commander'
import { requiredProject } from '../commands/project.ts'
import { type Given, textIn } from '../commands/given.ts'
import { usage } from '../exit-codes.ts'
import type { Target, World } from '../target.ts'
import { find } from './find.ts'

/** Bytes of a block of a blank disk: every guest takes it. */
const BLOCK = 512
const GIB = 2 ** 30

/** Flags that say what a new disk contains. */
export const sourceOptions = (): Option[] => [
  new Option('--image <name>', 'fill it from this image: its name or ID'),
  new Option('--snapshot <name>', 'fill it from this snapshot: its name or ID'),
]

/**
 * Returns what a new disk contains by the flags, blank without one, and the smallest size that holds it, in bytes.
 * @throws CommandError 2 for both an image and a snapshot; 1 if it doesn't exist.
 */
export async function sourceOf(world: World, target: () => Target, given: Given) {
  const image = textIn(given, 'image')
  const snapshot = textIn(given, 'snapshot')
  if (image !== undefined && snapshot !== undefined)
    throw usage('--image and --snapshot exclude each other: a disk is filled from one of them')
  const name = image ?? snapshot
  const backend = (source: object) => ({ type: 'distributed', disk_source: source })
  if (name === undefined)
    return { backend: backend({ type: 'blank', block_size: BLOCK }), size: GIB, name: null }
  const project = requiredProject(world, given)
  const noun = image === undefined ? 'snapshot' : 'image'
  const found = await find(world, target(), noun, name, project)
  return {
    backend: backend({ type: noun, [`${noun}_id`]: found.id }),
    size: Math.ceil((found.size ?? GIB) / GIB) * GIB,
    name: found.name,
  }
}
