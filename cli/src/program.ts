import { Command, Help } from 'commander'
import { login } from './auth/login.ts'
import { logout } from './auth/logout.ts'
import { status } from './auth/status.ts'
import { catalog, type Entry } from '@granary/contract/commands/catalog.ts'
import { api } from './commands/api.ts'
import { addCompletion } from './commands/completion.ts'
import { addLocalBundle } from './commands/local-bundle.ts'
import { addConfig } from './commands/config.ts'
import { fillIn } from './commands/operation.ts'
import { addWaitCommands } from './commands/wait-command.ts'
import { addFirewall } from './everyday/firewall.ts'
import { addImageCommands } from './images/commands.ts'
import type { World } from './target.ts'

const DESCRIPTION = `The command line of a Granary cloud.

Sign in once with \`granary auth login --host URL\`. Every operation of the API is a command,
\`granary FAMILY VERB\`; \`--help\` describes each.`

/** What the first help shows of all families, and in which order. */
const EVERYDAY_FAMILIES = {
  instance: 'create, list, start, stop, change and delete instances',
  console: 'connect the terminal with an instance',
  disk: 'create, list and delete disks',
  image: 'upload, list and delete images',
  snapshot: 'create, list and delete snapshots',
  project: 'create, list, change and delete projects',
  firewall: 'add, list and remove rules of a VPC',
  'floating-ip': 'reserve, attach and release addresses',
  auth: 'sign in and out',
  config: 'set the default project',
  completion: 'complete commands with the Tab key',
  commands: 'list every command, the environment and the exit codes',
}

const HELP_FOOTER = `
Environment:
  GRANARY_HOST     URL of the server, instead of the last sign-in's
  GRANARY_TOKEN    access token, instead of the one of \`auth login\`
  GRANARY_PROJECT  default project, instead of the one of \`config set\`

Exit codes: 0 success, 1 refused by the server, 2 wrong usage, 3 not signed in, 4 server unreachable,
5 server failed, 130 interrupted.`

/**
 * Builds the command line. Adds flags only to the requested family, because there are hundreds of commands.
 * @param finish receives the exit code of a command that sets its own.
 */
export function createProgram(
  world: World,
  args: readonly string[],
  finish: (exitCode: number) => void,
): Command {
  const program: Command = new Command('granary')
    .description(DESCRIPTION)
    .version('0.1.0', '--version')
    .configureHelp({
      showGlobalOptions: false,
      visibleCommands: (command) =>
        command === program ? everydayOf(command) : new Help().visibleCommands(command),
      visibleOptions: (command) => (command === program ? [] : new Help().visibleOptions(command)),
    })
    // Before a command, `--version` is the program's version; after one, an image's.
    .enablePositionalOptions()
  program.configureOutput({
    writeOut: (text) => world.out.write(text),
    writeErr: (text) => world.err.write(text),
    outputError: (text, write) => write(text.replace(/^error: /, 'granary: ')),
    getOutHelpWidth: () => world.out.columns ?? 100,
    getErrHelpWidth: () => world.err.columns ?? 100,
  })
  program.exitOverride()
  addAuth(program, world)
  program
    .command('api <method> <path>')
    .helpGroup('Signing in, and the API itself:')
    .description('send any request to the API')
    .option('--input <file>', 'send this file as the body, or - for standard input')
    .option('--content-type <type>', 'media type of the body (default: application/json)')
    .option('--host <url>', 'URL of the server')
    .action(async (method: string, path: string, given: object) =>
      finish(await api(world, method, path, given)),
    )
  program
    .command('commands')
    .helpGroup('Signing in, and the API itself:')
    .description('list every command')
    .action(() => void world.out.write(`${allCommands(program)}${HELP_FOOTER}\n`))
  addConfig(program, world)
  addCompletion(program, world, (words) => createProgram(world, words, finish))
  addOperations(
    program,
    world,
    finish,
    args.find((arg) => !arg.startsWith('-')) === 'help' ? args[1] : args[0],
  )
  return program
}

/** The commands of the first help, each in a few words. */
const everydayOf = (program: Command): Command[] =>
  Object.entries(EVERYDAY_FAMILIES).map(([name, summary]) => {
    const shown = new Command(name).summary(summary)
    const command = program.commands.find((each) => each.name() === name)
    for (const argument of command?.registeredArguments ?? []) shown.addArgument(argument)
    return shown
  })

/** Every family with its verbs, by the part of the API. */
function allCommands(program: Command): string {
  const all = new Help()
  const width = { helpWidth: program.configureOutput().getOutHelpWidth?.() ?? 100 }
  all.prepareContext(width)
  return all.formatHelp(program, all)
}

function addAuth(program: Command, world: World): void {
  const auth = program
    .command('auth')
    .helpGroup('Signing in, and the API itself:')
    .description('sign in and out')
  auth
    .command('login')
    .description('sign in by confirming a code in a browser')
    .option('--host <url>', 'URL of the server to sign in to')
    .option('--ttl <time>', 'lifetime of the token, such as 12h or 30d (default: the maximum)')
    .action((given: object) => login(world, given))
  auth
    .command('status')
    .description('show who is signed in')
    .option('--host <url>', 'URL of the server')
    .option('--json', 'print JSON')
    .action((given: object) => status(world, given))
  auth
    .command('logout')
    .description('delete the token on the server and on this machine')
    .option('--host <url>', 'URL of the server to sign out of')
    .option('--all', 'sign out of all servers')
    .option('--forget', 'delete it on this machine even if the server is unreachable')
    .action((given: object) => logout(world, given))
}

/** @param wanted the family whose flags are needed. */
function addOperations(
  program: Command,
  world: World,
  finish: (exitCode: number) => void,
  wanted: string | undefined,
): void {
  const families = new Map<string, Command>()
  const sorted = catalog.toSorted(
    (a, b) => (a.family < b.family ? -1 : a.family > b.family ? 1 : 0) || rankOf(a.verb) - rankOf(b.verb),
  )
  for (const entry of sorted) {
    const group = `${titleOf(entry.operation.tag)}:`
    const family = families.get(entry.family) ?? program.command(entry.family).helpGroup(group).summary(' ')
    families.set(entry.family, family)
    if (entry.id === 'instanceSerialConsoleStream') addConsole(program, entry, world)
    const { summary, description } = entry.operation
    const command = family.command(entry.verb).summary(summary).description(`${summary}.\n\n${description}`)
    if (entry.family === wanted) fillIn(command, entry, world)
  }
  addFirewall(program, world)
  addWaitCommands(families, world)
  for (const [name, family] of families) {
    if (name === 'image') addImageCommands(family, world)
    if (name === 'support-bundle') addLocalBundle(family, world, finish)
    family.summary(family.commands.map((command) => command.name()).join(', ')).description('')
  }
}

/** `granary console web` is short for `granary instance serial-console-stream web`. */
function addConsole(program: Command, entry: Entry, world: World): void {
  const command = program.command('console').helpGroup('Instances:').description(EVERYDAY_FAMILIES.console)
  fillIn(command, { ...entry, family: 'console', verb: '' }, world)
}

/** The verbs that the help of a family shows first; the others keep the order of the contract. */
const FIRST_VERBS = ['list', 'create', 'view', 'update', 'delete']
const rankOf = (verb: string): number =>
  FIRST_VERBS.includes(verb) ? FIRST_VERBS.indexOf(verb) : FIRST_VERBS.length

/** `system/ip-pools` → `System: IP pools`. */
function titleOf(tag: string): string {
  const text = tag
    .replaceAll('-', ' ')
    .replace('/', ': ')
    .replace(/\bip\b/g, 'IP')
    .replace(/\bvpcs\b/g, 'VPCs')
    .replace(/\bssh\b/g, 'SSH')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
