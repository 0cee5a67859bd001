import { systemName } from './guest.ts'
import type { Guest } from './guest.ts'

export interface LogLine {
  text: string
  /** Milliseconds since the previous line. */
  after: number
}

const KERNEL_LINE_MS = 15
const SERVICE_LINE_MS = 30
const BLANK_LINE = 200

/** Start of a line about a service, with the green that systemd gives it. */
const OK = '[\u001b[0;32m  OK  \u001b[0m] '

/** Output of a guest from power-on to its greeting, with the delay of each line. */
export function bootLog(guest: Guest): LogLine[] {
  const { spec, diskSize } = guest
  let seconds = 0
  const kernel = (message: string, takes = 0.004): LogLine => {
    seconds += takes
    return { text: `[${seconds.toFixed(6).padStart(12)}] ${message}`, after: KERNEL_LINE_MS }
  }
  const service = (message: string): LogLine => ({ text: OK + message, after: SERVICE_LINE_MS })
  const blank: LogLine = { text: '', after: BLANK_LINE }
  const from =
    diskSize === null ? 'the built-in rescue system, for there is no disk' : `disk 0 (${gib(diskSize)} GiB)`

  return [
    { text: 'Simulated firmware 1.0', after: KERNEL_LINE_MS },
    { text: `Processors: ${spec.ncpus}  Memory: ${gib(spec.memory)} GiB`, after: KERNEL_LINE_MS },
    { text: `Starting from ${from}`, after: KERNEL_LINE_MS },
    blank,
    kernel('Linux version 6.12.0-sim-amd64 (simulated machine) #1 SMP PREEMPT_DYNAMIC', 0),
    kernel(`Command line: console=ttyS0,115200 root=${diskSize === null ? 'rootfs' : '/dev/vda1'} ro`, 0),
    kernel(`Memory: ${spec.memory / 1024}K available`, 0.011),
    kernel(`smpboot: Allowing ${spec.ncpus} CPUs, 0 hotplug CPUs`, 0.002),
    kernel('clocksource: tsc: mask: 0xffffffffffffffff'),
    kernel('pid_max: default: 32768', 0.021),
    kernel(`smp: Brought up 1 node, ${spec.ncpus} ${spec.ncpus === 1 ? 'CPU' : 'CPUs'}`, 0.038),
    kernel('NET: Registered PF_INET protocol family', 0.013),
    kernel('NET: Registered PF_INET6 protocol family', 0.002),
    kernel('pci 0000:00:00.0: host bridge', 0.009),
    kernel('serial8250: ttyS0 at I/O 0x3f8 is a 16550A', 0.031),
    ...(diskSize === null
      ? []
      : [kernel(`virtio_blk: [vda] ${diskSize / 512} 512-byte logical blocks`, 0.042)]),
    ...spec.nics.map(({ mac, mtu }, index) =>
      kernel(`virtio_net: ens${index + 3}: ${mac}, mtu ${mtu}, link is up`, 0.017),
    ),
    ...(diskSize === null ? [] : [kernel('EXT4-fs (vda1): mounted filesystem, ordered data mode', 0.184)]),
    kernel(`systemd[1]: Hostname set to <${spec.hostname}>.`, 0.226),
    blank,
    { text: `Welcome to \u001b[1m${systemName(guest)}\u001b[0m!`, after: SERVICE_LINE_MS },
    blank,
    service('Created slice system-getty.slice - Slice for terminals.'),
    service('Listening on systemd-journald.socket - Journal Socket.'),
    service('Started systemd-journald.service - Journal Service.'),
    service('Finished systemd-modules-load.service - Load Kernel Modules.'),
    service('Started systemd-udevd.service - Device Manager.'),
    ...(diskSize === null
      ? []
      : [service('Finished systemd-fsck-root.service - File System Check on Root Device.')]),
    service('Reached target local-fs.target - Local File Systems.'),
    ...(spec.nics.length > 0 ? [service('Started systemd-networkd.service - Network Configuration.')] : []),
    service('Reached target network.target - Network.'),
    ...(spec.userData === null ? [] : [service('Finished cloud-init.service - User data applied.')]),
    service(`Finished ssh-keys.service - ${keys(spec.sshPublicKeys.length)} installed.`),
    service('Started ssh.service - Secure Shell server.'),
    service('Started serial-getty@ttyS0.service - Serial Getty on ttyS0.'),
    service('Reached target multi-user.target - Multi-User System.'),
    blank,
  ]
}

/** Output of a guest from the shutdown request to the end; `last` is its last line. */
export function shutdownLog(last: 'reboot: Restarting system' | 'reboot: Power down'): LogLine[] {
  return [
    { text: '', after: KERNEL_LINE_MS },
    ...[
      'Stopped target multi-user.target - Multi-User System.',
      'Stopped serial-getty@ttyS0.service - Serial Getty on ttyS0.',
      'Stopped ssh.service - Secure Shell server.',
      'Stopped target network.target - Network.',
      'Unmounted all file systems.',
    ].map((message) => ({ text: OK + message, after: SERVICE_LINE_MS })),
    { text: `systemd-shutdown[1]: All processes are gone.`, after: BLANK_LINE },
    { text: last, after: KERNEL_LINE_MS },
  ]
}

/** Greeting that is typed character by character when the guest is ready. */
export function greeting(guest: Guest): string {
  return `${systemName(guest)} on ${guest.spec.hostname}, serial line ttyS0\r\n\r\n`
}

function gib(bytes: number): number {
  return Math.round((bytes / 1024 ** 3) * 10) / 10
}

function keys(count: number): string {
  return count === 1 ? '1 SSH key' : `${count} SSH keys`
}
