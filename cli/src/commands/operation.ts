import { toSnake } from '@granary/contract/codec.ts'
import type { Operation } from '@granary/contract/operation.ts'
import type { Command } from 'commander'
import { itemSchemaOf } from '../answer.ts'
import type { Entry } from '@granary/contract/commands/catalog.ts'
import { CommandError, usage } from '../exit-codes.ts'
import { addFormat } from '../output/format.ts'
import { EVERYDAY } from '../everyday/registry.ts'
import { targetOf, type World } from '../target.ts'
import { confirmDeletion } from './confirm.ts'
import { exampleOf } from './example.ts'
import { type Flags, flagsOf } from '@granary/contract/commands/flags.ts'
import { addFlags } from './flags.ts'
import { printAnswers } from './print.ts'
import { withProblems } from './problems.ts'
import { withProject } from './project.ts'
import { type Given, textIn } from './given.ts'
import { keepsOthers, perform, takesLimit } from './request.ts'
import { isWaitable } from './wait.ts'

/** Defines the command of an operation: its arguments, flags and action. */
export function fillIn(command: Command, entry: Entry, world: World): Command {
  const { operation } = entry
  const names = parametersOf(operation)
  const flags = flagsOf(operation)
  const several = takesSeveral(operation, flags)
  const everyday = EVERYDAY[entry.id]
  for (const name of names) command.argument(`<${dashed(name)}${several ? '...' : ''}>`)
  const last = lastArgument(entry, flags)
  if (last) command.argument(last.isRequired ? `<${last.flag}>` : `[${last.flag}]`)
  const keeps = keepsOthers(operation)
  for (const option of everyday?.options?.() ?? []) command.addOption(option.helpGroup(SHORTCUTS))
  addFlags(command, flags, keeps, everyday?.knows)
  addOptions(command, entry)
  return command
    .option('--host <url>', 'URL of the server')
    .addHelpText('after', footerOf(entry, flags))
    .action(async (...args: unknown[]) => {
      // Commander stores values in camelCase; this maps them back to the names of the flags.
      const given: Record<string, unknown> = Object.fromEntries(
        command.options.map((option) => [option.name(), command.getOptionValue(option.attributeName())]),
      )
      if (last) given[last.flag] ??= args[names.length]
      const targets = several
        ? [args[0]].flat().map((name) => [String(name)])
        : [names.map((_, at) => String(args[at]))]
      await run(world, entry, flags, targets, withProject(world, flags, targets.flat(), given))
    })
}

/** Returns the end of the help of an operation: what to know, an example, and the request. */
function footerOf({ id, family, verb, operation }: Entry, flags: Flags): string {
  const everyday = EVERYDAY[id]
  const notes = [keepsOthers(operation) ? 'Settings without a flag stay as they are.' : null, everyday?.note]
  const example = everyday
    ? `granary ${family} ${verb} ${everyday.example}`
    : exampleOf({ id, family, verb, operation }, flags)
  return [
    ...notes.flatMap((note) => (note ? [`\n${note}`] : [])),
    `\nExample:\n  ${example}`,
    `\n${operation.method} ${toSnake(operation.path)}`,
  ].join('\n')
}

/** Heading of the flags that stand for others. */
const SHORTCUTS = 'Short ways:'

function addOptions(command: Command, entry: Entry): void {
  const { operation } = entry
  if (takesLimit(operation)) {
    command.option('-l, --limit <number>', 'maximum number of items (default: all)', readLimit)
    command.option('--all', 'show all items of all pages (the default)')
  }
  if (itemSchemaOf(operation))
    command.option('-c, --columns <names>', 'columns to show, such as name,id, or all')
  if (isWaitable(entry)) command.option('-w, --wait', 'wait until the change is done')
  if (operation.method === 'DELETE') command.option('-y, --yes', "don't ask for a confirmation on a terminal")
  if (operation.kind === 'stream') {
    command.option('--output <file>', 'write to a file instead of standard output')
    command.option('--force', 'replace the file of --output if it exists')
  } else addFormat(command)
}

/** Returns the flag that the argument after those of the path stands for. A file is only given as an argument. */
function lastArgument({ verb, operation: { command } }: Entry, { takes, body }: Flags) {
  if (takes === 'file') return { flag: 'file', isRequired: true }
  if (command?.argument) return { flag: dashed(command.argument), isRequired: false }
  // The name of a new resource is an argument, as it is in all other commands: `project create shop`.
  const isNamed = verb === 'create' && body.some(({ flag, required }) => flag === 'name' && required)
  return isNamed ? { flag: 'name', isRequired: false } : null
}

const dashed = (name: string): string => toSnake(name).replaceAll('_', '-')

/** Returns the names of an operation's path parameters. */
const parametersOf = ({ path }: Operation): string[] =>
  [...path.matchAll(/(?<=\{)\w+(?=\})/g)].map(([name]) => name)

/** Whether a command takes several resources at once: its only argument is the resource, and it has no body. */
const takesSeveral = (operation: Operation, { takes }: Flags): boolean =>
  parametersOf(operation).length === 1 &&
  takes === 'nothing' &&
  operation.kind === 'json' &&
  !itemSchemaOf(operation)

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usage(`--limit is "${text}"; it must be a number of at least 1`)
  return Number(text)
}

/** Performs an operation on each target. A target that fails doesn't stop the others. */
async function run(world: World, entry: Entry, flags: Flags, targets: string[][], given: Given) {
  const { operation } = entry
  const names = parametersOf(operation)
  const everyday = EVERYDAY[entry.id]
  const server = () => targetOf(world, textIn(given, 'host'))
  if (everyday?.confirm && !(await everyday.confirm(world, server(), targets.flat(), given))) return
  if (operation.method === 'DELETE' && !given.yes)
    await confirmDeletion(
      world,
      entry,
      targets.map((target) => target.join(' of ')),
    )
  const all = everyday?.flags ? await everyday.flags(world, server, given) : given
  const answers: unknown[] = []
  const failures: CommandError[] = []
  for (const target of targets) {
    try {
      const answer = await perform(world, entry, flags, target, all)
      answers.push(everyday?.after ? await everyday.after(world, server(), answer, given) : answer)
    } catch (error) {
      const described = withProblems(error, flags, names)
      if (targets.length === 1 || !(described instanceof CommandError)) throw described
      failures.push(described)
      world.err.write(`granary: ${target.join(' ')}: ${described.message}\n`)
    }
  }
  printAnswers(world, operation, answers, given, targets.length > 1)
  const [first] = failures
  if (first) throw new CommandError(first.exitCode, `${failures.length} of ${targets.length} failed`)
}
