import { Argument, type Command } from 'commander'
import type { World } from '../target.ts'

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
  fish: `complete -c granary -a '(granary complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
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
  program.command('complete [words...]', { hidden: true }).action(
    (words: string[]) =>
      void world.out.write(
        candidates(programFor(words), words)
          .map((word) => `${word}\n`)
          .join(''),
      ),
  )
}

/** Returns what the last of some words can become: commands, flags, or the values of a flag. */
function candidates(program: Command, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? ''
  let command = program
  for (const word of words.slice(0, -1))
    command = command.commands.find((each) => each.name() === word) ?? command
  const options = command.options.filter(({ hidden }) => !hidden)
  const before = options.find(({ short, long }) => [short, long].includes(words.at(-2)))
  const possible =
    before && (before.required || before.optional)
      ? (before.argChoices ?? [])
      : typed.startsWith('-')
        ? options.flatMap(({ long }) => long ?? [])
        : command.commands.filter((each) => !hiddenIn(each)).map((each) => each.name())
  return possible.filter((word) => word.startsWith(typed))
}

/** Commander keeps this flag to itself. */
const hiddenIn = (command: Command): boolean => (command as unknown as { _hidden: boolean })._hidden
