import { systemName } from './guest.ts'
import type { Guest } from './guest.ts'
import { ip, type LinkQuery } from './ip.ts'
import { curl, nc, ping, type Probe } from './network-commands.ts'

/** Side effect of a command. */
export type ShellEffect = 'logout' | 'reboot' | 'poweroff' | 'clear'

export interface ShellContext {
  guest: Guest
  user: string
  /** Milliseconds since 1970. */
  now: number
}

/** What a command needs from the network before it can print. */
export type Question = Probe | LinkQuery

type Result = { output?: string; effect?: ShellEffect; question?: Question }
type Command = (args: string[], context: ShellContext) => Result

/** Makes a command of one that asks the network. */
const asking =
  (parse: (args: readonly string[]) => Question | string): Command =>
  (args) => {
    const question = parse(args)
    return typeof question === 'string' ? { output: question } : { question }
  }

/** Every command answers from the machine's own spec or its networks, so that its output is true. */
const COMMANDS: Record<string, { about: string; run: Command }> = {
  hostname: { about: 'the name of this machine', run: (_, { guest }) => ({ output: guest.spec.hostname }) },
  uname: { about: 'the kernel; -a for all of it', run: uname },
  nproc: {
    about: 'how many processors there are',
    run: (_, { guest }) => ({ output: `${guest.spec.ncpus}` }),
  },
  free: { about: 'memory in KiB; -m in MiB, -g in GiB', run: free },
  lsblk: { about: 'the disks', run: lsblk },
  ip: { about: 'ip addr: the network interfaces; ip route, ip -6 route: the routes', run: asking(ip) },
  ping: { about: 'whether an address answers: ping 10.0.0.7', run: asking(ping) },
  nc: { about: 'whether a connection opens: nc -z 10.0.0.7 443', run: asking(nc) },
  curl: { about: 'a greeting from a server: curl http://10.0.0.7/', run: asking(curl) },
  uptime: { about: 'how long it has been up', run: uptime },
  date: { about: 'the time', run: (_, { now }) => ({ output: new Date(now).toUTCString() }) },
  whoami: { about: 'your user name', run: (_, { user }) => ({ output: user }) },
  echo: { about: 'its arguments', run: (args) => ({ output: args.join(' ') }) },
  clear: { about: 'an empty screen', run: () => ({ effect: 'clear' }) },
  help: { about: 'this list', run: help },
  exit: { about: 'sign out', run: () => ({ effect: 'logout' }) },
  logout: { about: 'sign out', run: () => ({ effect: 'logout' }) },
  reboot: { about: 'start this machine again', run: () => ({ effect: 'reboot' }) },
  poweroff: { about: 'stop this machine', run: () => ({ effect: 'poweroff' }) },
}

/**
 * Runs one line. Output lines end in `\n` alone. An unknown command gets an answer, never an error. The caller asks
 * the network a `question`, and prints the answer.
 */
export function runCommand(line: string, context: ShellContext): Result & { output: string } {
  const [name, ...args] = line.trim().split(/\s+/)
  if (!name) return { output: '' }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) return { output: `${name}: command not found; "help" lists what there is\n` }
  const { output, effect, question } = command.run(args, context)
  return { output: output === undefined ? '' : `${output}\n`, effect, question }
}

function help(): { output: string } {
  const lines = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(10)}${about}`)
  const note = 'Machines that packets reach accept all of them; firewall rules and routes decide which do.'
  return { output: ['This is a simulated machine. It knows:', ...lines, note].join('\n') }
}

function uname(args: string[], { guest }: ShellContext): { output: string } {
  if (!args.includes('-a')) return { output: args.includes('-r') ? '6.12.0-sim-amd64' : 'Linux' }
  const name = systemName(guest)
  return {
    output: `Linux ${guest.spec.hostname} 6.12.0-sim-amd64 #1 SMP PREEMPT_DYNAMIC ${name} x86_64 GNU/Linux`,
  }
}

function free(args: string[], { guest }: ShellContext): { output: string } {
  const unit = args.includes('-g') ? 1024 ** 3 : args.includes('-m') ? 1024 ** 2 : 1024
  const { memory } = guest.spec
  const used = Math.min(memory / 4, 180 * 1024 ** 2 + memory / 64)
  const cell = (value: number) => String(Math.floor(value / unit)).padStart(12)
  return {
    output: [
      `${''.padEnd(7)}${'total'.padStart(12)}${'used'.padStart(12)}${'free'.padStart(12)}`,
      `${'Mem:'.padEnd(7)}${cell(memory)}${cell(used)}${cell(memory - used)}`,
      `${'Swap:'.padEnd(7)}${cell(0)}${cell(0)}${cell(0)}`,
    ].join('\n'),
  }
}

function lsblk(_: string[], { guest }: ShellContext): { output: string } {
  const rows = guest.disks.flatMap(({ device, size, readOnly }, index) => {
    const about = `${blockSize(size).padStart(8)} ${readOnly ? ' 1' : ' 0'}`
    const disk = `${device.padEnd(8)}${about} disk`
    return index === 0 ? [disk, `${`\`-${device}1`.padEnd(8)}${about} part /`] : [disk]
  })
  return { output: [`${'NAME'.padEnd(8)}${'SIZE'.padStart(8)} RO TYPE MOUNTPOINT`, ...rows].join('\n') }
}

function blockSize(bytes: number): string {
  return bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3}G` : `${bytes / 1024 ** 2}M`
}

function uptime(_: string[], { guest, now }: ShellContext): { output: string } {
  const minutes = Math.floor((now - guest.boot.resetAt) / 60_000)
  const days = Math.floor(minutes / 1440)
  const clock = `${String(Math.floor((minutes % 1440) / 60)).padStart(2)}:${String(minutes % 60).padStart(2, '0')}`
  const upDays = days === 0 ? '' : `${days} ${days === 1 ? 'day' : 'days'}, `
  return { output: ` ${new Date(now).toISOString().slice(11, 19)} up ${upDays}${clock.trim()}, 1 user` }
}
