import { contract } from '@granary/contract/contract.ts'
import { byteNamesOf } from '@granary/contract/commands/byte-names.ts'
import { BODY_TYPES, type Operation } from '@granary/contract/operation.ts'
import { basename } from 'node:path'
import { z } from 'zod'
import { itemSchemaOf, listIn } from '../answer.ts'
import type { Entry } from '@granary/contract/commands/catalog.ts'
import { type Ask, askJson, send } from '../http.ts'
import { isItem } from '../output/show.ts'
import { itemsOf } from '../pages.ts'
import { type Target, targetOf, type World } from '../target.ts'
import { withSizes } from '../values.ts'
import { bodyOf, openInput, readInput, valuesOf } from './body.ts'
import { confirmReplacement } from './confirm.ts'
import type { Flags } from '@granary/contract/commands/flags.ts'
import { type Given, textIn } from './given.ts'
import { idsOf } from './ids.ts'
import { filled } from './path.ts'
import { isSerialConsole, openTerminal } from './serial-console.ts'
import { copyStream } from './stream.ts'
import { waitForChange } from './wait.ts'

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
  const target = targetOf(world, textIn(given, 'host'))
  const query = queryOf(flags, given)
  const path = filled(operation.path, await idsOf(world, target, entry, args, query))
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
    const file = textIn(given, 'output')
    if (file !== undefined && !given.force) await confirmReplacement(world, file)
    const response = await send(target, ask, world.interrupted)
    // Without a body, its answer is its headers.
    if (operation.method === 'HEAD' && response.ok) return sizesOf(response)
    return finished(copyStream(world, response, target, file))
  }
  const limit = given.all ? Infinity : typeof given.limit === 'number' ? given.limit : Infinity
  if (isPaged(operation)) {
    const items: unknown[] = []
    for await (const item of itemsOf(target, ask, limit, world.interrupted)) items.push(item)
    return new Items(items)
  }
  const answer = await askJson(target, ask, world.interrupted)
  if (itemSchemaOf(operation)) return new Items(listIn(answer).slice(0, limit))
  return given.wait
    ? waitForChange(world, target, entry, { answer, ask, starts: given.start !== false })
    : answer
}

const sizesOf = ({ headers }: Response) => ({
  content_length: Number(headers.get('content-length')),
  content_type: headers.get('content-type'),
  etag: headers.get('etag'),
})

const finished = async (work: Promise<unknown>): Promise<null> => {
  await work
  return null
}

/** Returns the name of a file; standard input has none. */
const fileNameOf = (file: string): string => (file === '-' ? 'standard-input' : basename(file))

function queryOf({ query, takes }: Flags, given: Given): URLSearchParams {
  const search = new URLSearchParams()
  const values = valuesOf(query, given)
  if (takes === 'file') values.file_name ??= fileNameOf(textIn(given, 'file') ?? '-')
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
  await askJson<Record<string, unknown>>(target, { ...ask, method: 'GET' }, world.interrupted)

async function encode(
  world: World,
  { bodyType, body: schema }: Operation,
  flags: Flags,
  given: Given,
  read: (() => Promise<Record<string, unknown>>) | null,
): Promise<Ask['body']> {
  const type = BODY_TYPES[bodyType]
  if (bodyType === 'bytes') return { type, content: await readInput(world, textIn(given, 'input') ?? '-') }
  if (bodyType === 'stream') return { type, content: await openInput(world, textIn(given, 'file') ?? '-') }
  const stated = await bodyOf(world, flags, given, read)
  const body = schema ? withSizes(stated, byteNamesOf(schema)) : stated
  if (bodyType === 'json') return { type, content: JSON.stringify(body) }
  const fields = Object.entries(isItem(body) ? body : {}).filter(([, value]) => value !== null)
  const content = new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()
  return { type, content }
}
