import { chmodSync, readFileSync, statSync } from 'node:fs'
import type { DriverLog } from '@granary/compute/host.ts'
import { MAX_THREADS } from './confine.ts'

/** First user of a range that systemd leaves unused (UIDS-GIDS.md of systemd), where the kernel knows it. */
const FIRST_USER = 0x7000_0000
const COUNT = 4096
/** Users before it are for machines, by their slots. */
const BLOCKS = COUNT - 1

/** Users on this host that own the processes of machines, one each, where the server is root. */
export class Users {
  readonly #first: number | null
  readonly #groups: number[]

  /** @param map of the users of this server's namespace, as in `uid_map` of `/proc`. */
  constructor(log: DriverLog, map = readFileSync('/proc/self/uid_map', 'utf8')) {
    const isRoot = process.getuid?.() === 0
    this.#first = isRoot ? firstUser(map) : null
    if (isRoot && this.#first === null)
      log(
        'warn',
        `machines run as root, because this container has no ${4 * COUNT} users in a row: give it 65,536, or run the server as another user`,
      )
    this.#groups = groupOf('/dev/kvm')
    if (this.#first !== null) openTapsToAll()
  }

  /** Returns the user of a slot; null for the server's own. */
  of(slot: number): number | null {
    return this.#first === null ? null : this.#first + (slot % BLOCKS)
  }

  /** The user that reads and writes disks without a machine; null for the server's own. */
  get ofBlocks(): number | null {
    return this.#first === null ? null : this.#first + BLOCKS
  }

  /**
   * Returns the words before a command that must run as a user, and that can never get more rights. A user of its own has a limit of
   * threads, also where no control group has one. No memory of a guest is left in a file when its process crashes.
   * @param isInside whether that is in a user namespace, where each process would have all rights, such as those to change its networks.
   */
  enter(user: number | null, isInside = false): string[] {
    const hasRights = user === null && (isInside || process.getuid?.() === 0)
    const dropped = hasRights ? ['--bounding-set=-all', '--inh-caps=-all'] : []
    const limits = ['prlimit', '--core=0', ...(user === null ? [] : [`--nproc=${MAX_THREADS}`])]
    const groups = this.#groups.length > 0 ? ['--groups', this.#groups.join(',')] : ['--clear-groups']
    const identity = user === null ? [] : ['--reuid', String(user), '--regid', String(user), ...groups]
    return [...limits, 'setpriv', ...identity, ...dropped, '--no-new-privs']
  }
}

/** Returns the first user for machines in a namespace with this map of users; null if it has too few. */
export function firstUser(map: string): number | null {
  const ranges = map
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [inside: number, outside: number, count: number])
  if (ranges.some(([from, , count]) => from <= FIRST_USER && FIRST_USER + COUNT <= from + count))
    return FIRST_USER
  // A container with 65,536 users: the last ones before "nobody".
  const wide = ranges.find(([, , count]) => count >= 4 * COUNT)
  return wide ? wide[0] + wide[2] - 2 * COUNT : null
}

/**
 * Lets every user open the device of taps, as udev does where it runs. To make one still takes root; to use one takes being its
 * owner.
 */
function openTapsToAll(): void {
  const [path, all] = ['/dev/net/tun', 0o666]
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode !== undefined && (mode & all) !== all) chmodSync(path, all)
}

/** Returns the group that may open a device, unless everybody or nobody but root may. */
function groupOf(path: string): number[] {
  const device = statSync(path, { throwIfNoEntry: false })
  return device && device.gid !== 0 && (device.mode & 0o060) === 0o060 ? [device.gid] : []
}
