import { toSnake } from '@granary/contract/codec.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { answerFieldsOf, itemFieldsOf } from '../answer.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { type Format, formatOf } from '../output/format.ts'
import { asJson } from '../output/json.ts'
import { asCsv } from '../output/csv.ts'
import { columnsOf, nameOf, showItems, showOne } from '../output/show.ts'
import { isSeries, seriesCsv, showSeries } from '../output/series.ts'
import { asYaml } from '../output/yaml.ts'
import type { World } from '../target.ts'
import { type Given, Items } from './request.ts'
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
  if (first instanceof Items) return showList(world, operation, first.items, given, format)
  if (isSerialHistory(operation) && format === 'table')
    return void world.out.write(Uint8Array.from((first as { data: number[] }).data))
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

function showList(
  world: World,
  operation: Operation,
  items: readonly unknown[],
  given: Given,
  format: Format,
): void {
  if (format === 'name') return void world.out.write(items.map((item) => `${nameOf(item)}\n`).join(''))
  if (format !== 'table' && format !== 'csv') return writeData(world, items, format)
  const fields = itemFieldsOf(operation)
  const all = columnsOf(fields, items, format === 'csv')
  const usual = operation.columns.map(toSnake)
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
