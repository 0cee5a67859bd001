import { catalog, type Entry } from '@granary/contract/commands/catalog.ts'
import { Argument, type Command, Help, type Option } from 'commander'
import type { World } from '../target.ts'
import { listOfArgument, listOfFlag, namesIn, type Typed } from './names.ts'

const SCRIPTS = {
  bash: `_granary() {
  local IFS=$'\\n'
  COMPREPLY=($(granary complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _granary granary
`,
  zsh: `#compdef granary
_granary() {
  local -a found
  found=("\${(@f)$(granary complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n $found ]] && compadd -a found || _files
}
compdef _granary granary
`,
  fish: `function __granary_complete
  set -l found (granary complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c granary -f -a '(__granary_complete)'
`,
} as const

/**
 * Adds `granary completion SHELL`, which prints the completion script of a shell, and the hidden command that the
 * scripts call.
 * @param programFor returns the program with the flags of a command line.
 */
export function addCompletion(
  program: Command,
  world: World,
  programFor: (words: readonly string[]) => Command,
): void {
  program
    .command('completion')
    .helpGroup('Signing in, and the API itself:')
    .description('print the completion script of a shell: `source <(granary completion bash)`')
    .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
    .action((shell: keyof typeof SCRIPTS) => void world.out.write(SCRIPTS[shell]))
  program.command('complete [words...]', { hidden: true }).action(async (words: string[]) => {
    const line = separated(words)
    const found = await candidates(programFor(line), world, line)
    // A shell that keeps `--flag=value` together replaces the whole word.
    const start = /^--[\w-]+=/.exec(words.at(-1) ?? '')?.[0] ?? ''
    world.out.write(found.map((word) => `${start}${word}\n`).join(''))
  })
}

/** Bash passes the `=` of `--flag=value` as a word of its own, the others pass all of it as one. */
const separated = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => {
    if (word === '=') return at === words.length - 1 ? [''] : []
    const [, flag, value = ''] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? []
    return flag === undefined ? [word] : [flag, value]
  })

/** Returns what the last of some words can become: commands, flags, the values of a flag, or names of resources. */
async function candidates(program: Command, world: World, line: readonly string[]): Promise<string[]> {
  const isHelp = line[0] === 'help'
  const words = isHelp ? line.slice(1) : line
  const last = words.at(-1) ?? ''
  const { command, family, rest } = commandOf(program, words.slice(0, -1))
  const { typed, open } = typedIn(command, rest)
  const possible = async () => {
    if (open) return open.argChoices ?? namesIn(world, listOfFlag(open.name()), typed)
    if (last.startsWith('-'))
      return command.options.flatMap(({ long, hidden }) => (hidden ? [] : (long ?? [])))
    if (command.commands.length === 0) return isHelp ? [] : argumentsOf(command, family, world, typed)
    // An unknown word is not skipped.
    return rest.length > 0 ? [] : new Help().visibleCommands(command).map((each) => each.name())
  }
  return (await possible()).filter((word) => word.startsWith(last))
}

/** Returns the command that some words name, the family that it belongs to, and the words after it. */
function commandOf(program: Command, words: readonly string[]) {
  let command = program
  let used = 0
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word)
    if (!next) break
    command = next
    used++
  }
  return { command, family: words[0] ?? '', rest: words.slice(used) }
}

/** Separates the arguments of a command from its flags. `open` is the last flag if its value is still missing. */
function typedIn(command: Command, words: readonly string[]): { typed: Typed; open: Option | null } {
  const args: string[] = []
  const flags: Record<string, string> = {}
  let open: Option | null = null
  for (const word of words) {
    if (open) {
      flags[open.name().replaceAll('-', '_')] = word
      open = null
    } else if (word.startsWith('-')) {
      const option = command.options.find(({ short, long }) => [short, long].includes(word))
      open = option && (option.required || option.optional) ? option : null
    } else args.push(word)
  }
  return { typed: { args, flags }, open }
}

/** Returns what the next argument of a command can be. */
async function argumentsOf(command: Command, family: string, world: World, typed: Typed): Promise<string[]> {
  const { registeredArguments: all } = command
  const at = all.at(-1)?.variadic ? Math.min(typed.args.length, all.length - 1) : typed.args.length
  const argument = all[at]
  if (!argument) return []
  if (argument.argChoices) return argument.argChoices
  // The value of `config set project`.
  if (family === 'config') return namesIn(world, listOfFlag(typed.args[0] ?? ''), typed)
  const entry = entryOf(family, command.name())
  const names = await namesIn(world, entry && listOfArgument(entry, at), typed)
  return names.filter((name) => !typed.args.includes(name))
}

/** `instance wait` and `console` take what `instance view` takes. */
const entryOf = (family: string, verb: string): Entry | undefined =>
  family === 'console'
    ? entryOf('instance', 'view')
    : catalog.find((entry) => entry.family === family && entry.verb === (verb === 'wait' ? 'view' : verb))
