import { textIn } from './given.ts'
import { openAsBlob, readFileSync } from 'node:fs'
import { messageOf } from '../error-message.ts'
import { usage } from '../exit-codes.ts'
import type { World } from '../target.ts'
import { textOf } from '../text.ts'
import { readJson } from '../values.ts'
import { fieldFor, type Flags } from '@granary/contract/commands/flags.ts'
import { NULL } from './flags.ts'

/** Reads a file, or standard input for `-`. @throws CommandError 2 if the file doesn't exist. */
export async function readInput(world: World, file: string): Promise<Buffer<ArrayBuffer>> {
  if (file === '-') {
    const parts: Uint8Array[] = []
    for await (const part of world.input) parts.push(part)
    return Buffer.concat(parts)
  }
  try {
    return readFileSync(file)
  } catch (error) {
    throw usage(`${file} cannot be read: ${messageOf(error)}`)
  }
}

/**
 * Opens a file, or standard input for `-`, to send it while it is read.
 * @throws CommandError 2 if the file can't be read.
 */
export async function openInput(world: World, file: string): Promise<Blob | ReadableStream<Uint8Array>> {
  if (file === '-') return ReadableStream.from(world.input)
  try {
    return await openAsBlob(file)
  } catch (error) {
    throw usage(`${file} cannot be read: ${messageOf(error)}`)
  }
}

/** Returns the values of some fields' flags, by their wire names. */
export const valuesOf = (
  fields: Flags['query'],
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = given[field.flag]
      return value === undefined ? [] : [[fieldFor(field, value), value === NULL ? null : value]]
    }),
  )

/**
 * Returns the body of a request in wire names: the file's, with the flags' values on top. A missing description is
 * empty.
 * @param read reads the resource that an update replaces: fields without a flag keep their values. Null for others.
 * @throws CommandError 2 if a required field is missing, or an update has no flag.
 */
export async function bodyOf(
  world: World,
  { body }: Flags,
  given: Readonly<Record<string, unknown>>,
  read: (() => Promise<Record<string, unknown>>) | null,
): Promise<unknown> {
  const flags = valuesOf(body, given)
  const file = textIn(given, 'json-body')
  if (file !== undefined) {
    const content = readJson(file === '-' ? 'standard input' : file, textOf(await readInput(world, file)))
    if (Object.keys(flags).length === 0) return content
    if (typeof content !== 'object' || content === null || Array.isArray(content))
      throw usage("--json-body is not an object, so it can't be combined with flags")
    return { ...content, ...flags }
  }
  const isMissing = ({ name, required }: Flags['body'][number]) => required && flags[name] === undefined
  const listed = (fields: Flags['body']) => fields.map(({ flag }) => `--${flag}`).join(', ')
  if (read && body.length > 0 && Object.keys(flags).length === 0)
    throw usage(`nothing to change: name at least one of ${listed(body)} (or use --json-body)`)
  if (body.some(({ name, required }) => name === 'description' && required)) flags.description ??= ''
  const present = read && body.some(isMissing) ? await read() : null
  for (const { name } of body.filter(isMissing)) {
    // A view shows a reference as an ID: `boot_disk_id`.
    const value = present?.[name] ?? present?.[`${name}_id`]
    if (present && (name in present || `${name}_id` in present)) flags[name] = value ?? null
  }
  const missing = body.filter(isMissing)
  if (missing.length > 0)
    throw usage(`${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} required (or use --json-body)`)
  return flags
}
