import { readFileSync } from 'node:fs'
import { usage } from '../exit-codes.ts'
import type { World } from '../target.ts'
import { readJson } from '../values.ts'
import type { Flags } from './flags.ts'

/** Bytes from a file, or from standard input for `-`. @throws CommandError 2 when there is no such file. */
export async function readInput(world: World, file: string): Promise<Buffer<ArrayBuffer>> {
  if (file === '-') {
    const parts: Uint8Array[] = []
    for await (const part of world.input) parts.push(part)
    return Buffer.concat(parts)
  }
  try {
    return readFileSync(file)
  } catch (error) {
    throw usage(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** What flags say of some fields, by their names on the wire. */
export const valuesOf = (
  fields: Flags['query'],
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(({ name, flag }) => (given[flag] === undefined ? [] : [[name, given[flag]]])),
  )

/**
 * The body of a request in wire names: that of a file with what the flags say put over it. A description that nobody
 * gives is an empty one.
 * @throws CommandError 2 when something is missing.
 */
export async function bodyOf(
  world: World,
  { body }: Flags,
  given: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const flags = valuesOf(body, given)
  const file = given['json-body'] as string | undefined
  if (file !== undefined) {
    const content = readJson(
      file === '-' ? 'standard input' : file,
      (await readInput(world, file)).toString('utf8'),
    )
    if (Object.keys(flags).length === 0) return content
    if (typeof content !== 'object' || content === null || Array.isArray(content))
      throw usage('what --json-body has is no object, so no flag can change a part of it')
    return { ...content, ...flags }
  }
  if (body.some(({ name, required }) => name === 'description' && required)) flags.description ??= ''
  const missing = body.filter(({ name, required }) => required && flags[name] === undefined)
  if (missing.length > 0)
    throw usage(
      `${missing.map(({ flag }) => `--${flag}`).join(', ')} must be given (or the whole as --json-body)`,
    )
  return flags
}
