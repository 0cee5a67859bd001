import { contract } from '../contract.ts'
import { toSnake } from '../codec.ts'
import type { Operation } from '../operation.ts'

/** One operation as a command: `granary FAMILY VERB`. */
export type Entry = { id: string; family: string; verb: string; operation: Operation }

/** `instanceDiskList` → `['instance', 'disk', 'list']`. */
const wordsOf = (id: string): string[] => toSnake(id).split('_')

/** Operations to list, view or create a resource define a family. */
const FAMILY_VERBS = new Set(['list', 'view', 'create'])

/**
 * Returns every operation of a contract with its command name. An operation belongs to the longest family that its id
 * starts with, and the rest of the id is its verb: `instance_disk_attach` is `instance-disk attach`, because
 * `instance_disk_list` exists; `instance_serial_console` is `instance serial-console`. Without such a family the tag is
 * used: `ping` is `session ping`. The contract may state other words.
 */
export function catalogOf(operations: Readonly<Record<string, Operation>>): Entry[] {
  const nouns = new Set<string>()
  for (const id of Object.keys(operations)) {
    const words = wordsOf(id)
    if (words.length > 1 && FAMILY_VERBS.has(words.at(-1)!)) nouns.add(words.slice(0, -1).join('-'))
  }
  return Object.entries(operations).map(([id, operation]) => {
    if (operation.command) {
      const [family, verb] = operation.command.words.split(' ')
      return { id, family: family!, verb: verb!, operation }
    }
    const words = wordsOf(id)
    for (let length = words.length - 1; length > 0; length--) {
      const family = words.slice(0, length).join('-')
      if (nouns.has(family)) return { id, family, verb: words.slice(length).join('-'), operation }
    }
    const family = operation.tag.split('/').at(-1)!
    const name = words.join('-')
    const verb = name.startsWith(`${family}-`) ? name.slice(family.length + 1) : name
    return { id, family, verb, operation }
  })
}

/** Every operation of Granary. */
export const catalog = catalogOf(contract)
