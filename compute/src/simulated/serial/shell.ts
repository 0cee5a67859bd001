import { curl, nc, ping, type Probe } from './network-commands.ts'

/** What a command prints, or the packet that it sends first. */
type Result = string | Probe

const COMMANDS: Record<string, { about: string; run: (args: readonly string[]) => Result }> = {
  ping: { about: 'whether an address answers: ping 10.0.0.7', run: ping },
  nc: { about: 'whether a connection opens: nc -z 10.0.0.7 443', run: nc },
  curl: { about: 'a greeting from a server: curl http://10.0.0.7/', run: curl },
  echo: { about: 'its arguments', run: (args) => args.join(' ') },
  help: { about: 'this list', run: help },
}

/** Runs one line. Lines of the output end in `\n` alone. An unknown command gets an answer, never an error. */
export function runCommand(line: string): Result {
  const [name = '', ...args] = line.trim().split(/\s+/)
  if (name === '') return ''
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const result = command?.run(args) ?? `${name}: command not found; "help" lists what there is`
  return typeof result === 'string' ? `${result}\n` : result
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(6)}${about}`)
  const note = 'Machines that packets reach accept all of them; firewall rules and routes decide which do.'
  return ['This is a simulated machine. It knows:', ...lines, note].join('\n')
}
