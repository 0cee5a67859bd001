import { Command } from 'commander'
import { login } from './auth/login.ts'
import { logout } from './auth/logout.ts'
import { status } from './auth/status.ts'
import { catalog } from '@granary/contract/commands/catalog.ts'
import { api } from './commands/api.ts'
import { addCompletion } from './commands/completion.ts'
import { addConfig } from './commands/config.ts'
import { fillIn } from './commands/operation.ts'
import { addWaitCommands } from './commands/wait-command.ts'
import { addImageCommands } from './images/commands.ts'
import type { World } from './target.ts'

const DESCRIPTION = `The command line of a Granary cloud.

Sign in once with \`granary auth login --host URL\`; then every operation of the API is a command,
\`granary FAMILY VERB\`, and \`--help\` describes each.`

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
  const program = new Command('granary')
    .description(DESCRIPTION)
    .version('0.1.0', '--version')
    .addHelpText('after', HELP_FOOTER)
    .configureHelp({ showGlobalOptions: false })
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
  addConfig(program, world)
  addCompletion(program, world, (words) => createProgram(world, words, finish))
  addOperations(program, world, args.find((arg) => !arg.startsWith('-')) === 'help' ? args[1] : args[0])
  return program
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
function addOperations(program: Command, world: World, wanted: string | undefined): void {
  const families = new Map<string, Command>()
  const sorted = catalog.toSorted(
    (a, b) => (a.family < b.family ? -1 : a.family > b.family ? 1 : 0) || rankOf(a.verb) - rankOf(b.verb),
  )
  for (const entry of sorted) {
    let family = families.get(entry.family)
    if (!family) {
      family = program
        .command(entry.family)
        .helpGroup(`${titleOf(entry.operation.tag)}:`)
        .summary(' ')
      families.set(entry.family, family)
    }
    const { summary, description } = entry.operation
    const command = family.command(entry.verb).summary(summary).description(`${summary}.\n\n${description}`)
    if (entry.family === wanted) fillIn(command, entry, world)
  }
  addImageCommands(families.get('image')!, world)
  addWaitCommands(families, world)
  for (const family of families.values())
    family.summary(family.commands.map((command) => command.name()).join(', ')).description('')
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
