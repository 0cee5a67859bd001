import { toSnake } from '@granary/contract/codec.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { answerFieldsOf, itemFieldsOf } from '../answer.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { type Format, formatOf } from '../output/format.ts'
import { asJson } from '../output/json.ts'
import { asCsv } from '../output/csv.ts'
import { columnsOf, type Fields, isItem, nameOf, showItems, showOne } from '../output/show.ts'
import { isSeries, seriesCsv, showSeries } from '../output/series.ts'
import { asYaml } from '../output/yaml.ts'
import type { World } from '../target.ts'
import type { Given } from './given.ts'
import { Items } from './request.ts'
import { isSerialHistory } from './serial-console.ts'

/**
 * Prints the answers of an operation in the requested form.
 * @param several whether the command named several targets, so that programs get a list.
 */
export function printAnswers(
  world: World,
  operation: Operation,
  answers: readonly unknown[],
  given: Given,
  several: boolean,
): void {
  const format = formatOf(given)
  const shown = answers.filter((answer) => answer !== null)
  if (shown.length === 0) return
  const [first] = shown
  if (first instanceof Items)
    return printItems(world, first.items, itemFieldsOf(operation), operation.columns.map(toSnake), given)
  if (isSerialHistory(operation) && format === 'table' && isItem(first) && Array.isArray(first.data))
    return void world.out.write(Uint8Array.from(first.data, Number))
  if (format === 'name') return void world.out.write(shown.map((answer) => `${nameOf(answer)}\n`).join(''))
  if (isSeries(first) && format === 'table') return void world.out.write(showSeries(first, widthOf(world)))
  if (isSeries(first) && format === 'csv') return void world.out.write(seriesCsv(first))
  if (format !== 'table') return writeData(world, several ? shown : first, format)
  const fields = answerFieldsOf(operation)
  world.out.write(shown.map((answer) => showOne(answer, fields, widthOf(world))).join('\n'))
}

function writeData(world: World, value: unknown, format: Format): void {
  const items = Array.isArray(value) ? value : [value]
  if (format === 'csv') world.out.write(asCsv(items, columnsOf(new Map(), items, true)))
  else world.out.write(format === 'yaml' ? asYaml(value) : asJson(value))
}

/** Returns the width of the terminal, or null if the output is not a terminal. */
const widthOf = ({ out }: World): number | null => (out.isTTY ? (out.columns ?? null) : null)

/**
 * Prints the items of a list in the requested form.
 * @param fields the fields of an item. @param usual the columns of the table, unless the flags name others.
 */
export function printItems(
  world: World,
  items: readonly unknown[],
  fields: Fields,
  usual: readonly string[],
  given: Given,
): void {
  const format = formatOf(given)
  if (format === 'name') return void world.out.write(items.map((item) => `${nameOf(item)}\n`).join(''))
  if (format !== 'table' && format !== 'csv') return writeData(world, items, format)
  const all = columnsOf(fields, items, format === 'csv')
  const columns =
    typeof given.columns === 'string'
      ? readColumns(given.columns, all, [...fields.keys(), ...all, ...usual])
      : format === 'csv'
        ? all
        : usual
  if (format === 'csv') return void world.out.write(asCsv(items, columns))
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
    EXIT.usage,
    `there is no column "${wrong}"; available columns: ${[...new Set(known)].join(', ')}`,
  )
}
