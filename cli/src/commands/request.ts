import { contract } from '@granary/contract/contract.ts'
import { BODY_TYPES, type Operation } from '@granary/contract/operation.ts'
import { basename } from 'node:path'
import { z } from 'zod'
import { itemSchemaOf } from '../answer.ts'
import type { Entry } from '@granary/contract/commands/catalog.ts'
import { type Ask, askJson, send } from '../http.ts'
import { itemsOf } from '../pages.ts'
import { type Target, targetOf, type World } from '../target.ts'
import { bodyOf, openInput, readInput, valuesOf } from './body.ts'
import type { Flags } from '@granary/contract/commands/flags.ts'
import { isSerialConsole, openTerminal } from './serial-console.ts'
import { copyStream } from './stream.ts'
import { waitForChange } from './wait.ts'

/** The flags of a command line, by their names. */
export type Given = Readonly<Record<string, unknown>>

/** The items of a list. */
export class Items {
  readonly items: readonly unknown[]

  constructor(items: readonly unknown[]) {
    this.items = items
  }
}

/** Whether the answer of an operation comes in pages. A list may take a page token and still answer with an array. */
const isPaged = ({ query, response }: Operation): boolean =>
  'pageToken' in query.shape && response instanceof z.ZodObject && 'nextPage' in response.shape

/** Whether an operation can be asked for a number of items. */
export const takesLimit = ({ query }: Operation): boolean => 'limit' in query.shape

/**
 * Performs an operation on one target, and waits for the change if the flags request it.
 * @param args the values of the path parameters.
 * @returns the answer; {@link Items} for a list, null without an answer, and for one that was printed as it arrived.
 */
export async function perform(
  world: World,
  entry: Entry,
  flags: Flags,
  args: readonly string[],
  given: Given,
): Promise<unknown> {
  const { operation } = entry
  const target = targetOf(world, given.host as string | undefined)
  const query = queryOf(flags, given)
  const path = pathOf(operation, args)
  const body =
    flags.takes === 'nothing'
      ? undefined
      : await encode(
          world,
          operation,
          flags,
          given,
          keepsOthers(operation) ? () => present(world, target, { path, query }) : null,
        )
  const ask: Ask = { method: operation.method, path, query, body }
  if (isSerialConsole(operation)) return finished(openTerminal(world, target, ask))
  if (operation.kind === 'stream') {
    const response = await send(target, ask, world.interrupted)
    return finished(copyStream(world, response, target, given.output as string | undefined))
  }
  const limit = given.all ? Infinity : ((given.limit as number | undefined) ?? Infinity)
  if (isPaged(operation)) {
    const items: unknown[] = []
    for await (const item of itemsOf(target, ask, limit, world.interrupted)) items.push(item)
    return new Items(items)
  }
  const answer = await askJson(target, ask, world.interrupted)
  if (itemSchemaOf(operation))
    return new Items(
      (Array.isArray(answer) ? answer : (answer as { items: unknown[] }).items).slice(0, limit),
    )
  return given.wait
    ? waitForChange(world, target, entry, { answer, ask, starts: given.start !== false })
    : answer
}

const finished = async (work: Promise<unknown>): Promise<null> => {
  await work
  return null
}

function pathOf({ path }: Operation, args: readonly string[]): string {
  let at = 0
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(args[at++]!))
}

/** Returns the name of a file; standard input has none. */
const fileNameOf = (file: string): string => (file === '-' ? 'standard-input' : basename(file))

function queryOf({ query, takes }: Flags, given: Given): URLSearchParams {
  const search = new URLSearchParams()
  const values = valuesOf(query, given)
  if (takes === 'file') values.file_name ??= fileNameOf(given.file as string)
  for (const [name, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null) search.append(name, String(one))
  return search
}

/** Whether an operation replaces a resource that another one shows, so that fields without a flag can keep their values. */
export const keepsOthers = ({ method, path }: Operation): boolean =>
  method === 'PUT' &&
  Object.values<Operation>(contract).some(
    (one) => one.method === 'GET' && one.path === path && !itemSchemaOf(one),
  )

/** Reads the resource that an update replaces. */
const present = async (world: World, target: Target, ask: Pick<Ask, 'path' | 'query'>) =>
  (await askJson(target, { ...ask, method: 'GET' }, world.interrupted)) as Record<string, unknown>

async function encode(
  world: World,
  { bodyType }: Operation,
  flags: Flags,
  given: Given,
  read: (() => Promise<Record<string, unknown>>) | null,
): Promise<Ask['body']> {
  const type = BODY_TYPES[bodyType]
  if (bodyType === 'bytes') return { type, content: await readInput(world, given.input as string) }
  if (bodyType === 'stream') return { type, content: await openInput(world, given.file as string) }
  const body = await bodyOf(world, flags, given, read)
  if (bodyType === 'json') return { type, content: JSON.stringify(body) }
  const fields = Object.entries(body as Record<string, unknown>).filter(([, value]) => value !== null)
  const content = new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()
  return { type, content }
}
