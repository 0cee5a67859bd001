import { toSnake } from '@granary/contract/codec.ts'
import { BODY_TYPES } from '@granary/contract/operation.ts'
import type { Command } from 'commander'
import { answerFieldsOf, itemFieldsOf, itemSchemaOf } from '../answer.ts'
import type { Entry } from '../catalog.ts'
import { CommandError, usage } from '../exit-codes.ts'
import { type Ask, askJson, send } from '../http.ts'
import { asJson } from '../output/json.ts'
import { columnsOf, showItems, showOne } from '../output/show.ts'
import { itemsOf } from '../pages.ts'
import { targetOf, type World } from '../target.ts'
import { bodyOf, readInput, valuesOf } from './body.ts'
import { addFlags, type Flags, flagsOf } from './flags.ts'
import { withProblems } from './problems.ts'
import { isSerialConsole, isSerialHistory, openTerminal } from './serial-console.ts'
import { copyStream } from './stream.ts'

type Given = Readonly<Record<string, unknown>>

/** Defines the command of an operation: its arguments, flags and action. */
export function fillIn(command: Command, { operation }: Entry, world: World): Command {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  for (const name of names) command.argument(`<${toSnake(name).replaceAll('_', '-')}>`)
  const flags = flagsOf(operation)
  addFlags(command, flags)
  if (isPaged(operation)) {
    command.option('--limit <number>', 'maximum number of items (default: all)', readLimit)
    command.option('--all', 'show all items of all pages (the default)')
  }
  const isList = itemSchemaOf(operation) !== null
  if (isList) command.option('--columns <names>', 'columns to show, such as name,id, or all')
  if (operation.kind === 'stream')
    command.option('--output <file>', 'write to a file instead of standard output')
  else command.option('--json', 'print the response as JSON')
  return command
    .option('--host <url>', 'URL of the server')
    .addHelpText('after', `\n${operation.method} ${toSnake(operation.path)}`)
    .action(async (...args: unknown[]) => {
      // Commander stores values in camelCase; this maps them back to the names of the flags.
      const given: Given = Object.fromEntries(
        command.options.map((option) => [option.name(), command.getOptionValue(option.attributeName())]),
      )
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(args[names.indexOf(name)] as string),
      )
      try {
        await run(world, operation, flags, path, given)
      } catch (error) {
        throw withProblems(error, flags, names)
      }
    })
}

const isPaged = ({ query }: Entry['operation']): boolean => 'pageToken' in query.shape

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usage(`--limit is "${text}"; it must be a number of at least 1`)
  return Number(text)
}

async function run(world: World, operation: Entry['operation'], flags: Flags, path: string, given: Given) {
  const target = targetOf(world, given.host as string | undefined)
  const ask: Ask = {
    method: operation.method,
    path,
    query: queryOf(flags, given),
    body: flags.takes === 'nothing' ? undefined : await encode(world, operation, flags, given),
  }
  if (isSerialConsole(operation)) return openTerminal(world, target, ask)
  if (operation.kind === 'stream')
    return copyStream(
      world,
      await send(target, ask, world.interrupted),
      target,
      given.output as string | undefined,
    )
  if (isPaged(operation)) {
    const limit = given.all ? Infinity : ((given.limit as number | undefined) ?? Infinity)
    const items: unknown[] = []
    for await (const item of itemsOf(target, ask, limit, world.interrupted)) items.push(item)
    return showList(world, operation, items, given)
  }
  const answer = await askJson(target, ask, world.interrupted)
  if (itemSchemaOf(operation)) {
    const items = Array.isArray(answer) ? answer : (answer as { items: unknown[] }).items
    return showList(world, operation, items, given)
  }
  if (answer === null) return
  if (isSerialHistory(operation) && !given.json)
    return void world.out.write(Uint8Array.from((answer as { data: number[] }).data))
  world.out.write(given.json ? asJson(answer) : showOne(answer, answerFieldsOf(operation), widthOf(world)))
}

function queryOf({ query }: Flags, given: Given): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(valuesOf(query, given)))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null) search.append(name, String(one))
  return search
}

async function encode(
  world: World,
  { bodyType }: Entry['operation'],
  flags: Flags,
  given: Given,
): Promise<Ask['body']> {
  const type = BODY_TYPES[bodyType]
  if (bodyType === 'bytes') return { type, content: await readInput(world, given.input as string) }
  const body = await bodyOf(world, flags, given)
  if (bodyType === 'json') return { type, content: JSON.stringify(body) }
  const fields = Object.entries(body as Record<string, unknown>).filter(([, value]) => value !== null)
  const content = new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString()
  return { type, content }
}

/** Returns the width of the terminal, or null if the output is not a terminal. */
const widthOf = ({ out }: World): number | null => (out.isTTY ? (out.columns ?? null) : null)

function showList(world: World, operation: Entry['operation'], items: unknown[], given: Given): void {
  const fields = itemFieldsOf(operation)
  if (given.json) return void world.out.write(asJson(items))
  const all = columnsOf(fields, items)
  const columns =
    typeof given.columns === 'string'
      ? readColumns(given.columns, all, [...fields.keys(), ...all])
      : operation.columns.map(toSnake)
  // Requested columns are never left out.
  const width = given.columns ? null : widthOf(world)
  world.out.write(showItems(items, columns, fields, width))
  if (items.length === 0) world.err.write('No results\n')
}

function readColumns(text: string, all: string[], known: string[]): string[] {
  if (text.trim() === 'all') return all
  const columns = text.split(',').map((name) => name.trim().replaceAll('-', '_'))
  const wrong = columns.find((name) => !known.includes(name))
  if (wrong === undefined) return columns
  throw new CommandError(
    2,
    `there is no column "${wrong}"; available columns: ${[...new Set(known)].join(', ')}`,
  )
}
