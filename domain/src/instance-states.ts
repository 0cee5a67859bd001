/** Instance states, with the API's names. */
export const instanceStates = [
  'creating',
  'starting',
  'running',
  'stopping',
  'stopped',
  'rebooting',
  'migrating',
  'repairing',
  'failed',
  'destroyed',
] as const
export type InstanceState = (typeof instanceStates)[number]

const TRANSITIONAL: ReadonlySet<InstanceState> = new Set([
  'creating',
  'starting',
  'stopping',
  'rebooting',
  'migrating',
])

/** Whether the state is transient: the instance leaves it without a request. */
export const isTransitional = (state: InstanceState): boolean => TRANSITIONAL.has(state)

/** Actions that the console offers, and in which states. The server allows more. */
const ALLOWED = {
  start: ['stopped', 'failed'],
  stop: ['running', 'starting', 'rebooting', 'failed'],
  reboot: ['running'],
  delete: ['stopped', 'failed'],
  resize: ['stopped', 'failed', 'creating'],
  cpu_platform: ['stopped', 'failed', 'creating'],
  boot_disk: ['stopped', 'failed', 'creating'],
  attach_disk: ['creating', 'stopped'],
  detach_disk: ['creating', 'stopped', 'failed'],
  network_interface: ['stopped'],
  serial_console: ['running', 'rebooting', 'migrating', 'repairing'],
  affinity: ['stopped'],
} as const satisfies Record<string, readonly InstanceState[]>
export type InstanceAction = keyof typeof ALLOWED

/** Actions that Granary takes right after a create and then carries out in order. The published API refuses them. */
const EARLY: ReadonlySet<InstanceAction> = new Set(['start', 'stop', 'delete'])

/** Whether the console offers an action in this state. @param early whether the server takes actions during a create. */
export const instanceActionAllowed = (action: InstanceAction, state: InstanceState, early = false): boolean =>
  (ALLOWED[action] as readonly InstanceState[]).includes(state) ||
  (early && state === 'creating' && EARLY.has(action))

const VERBS: Record<InstanceAction, string> = {
  start: 'started',
  stop: 'stopped',
  reboot: 'rebooted',
  delete: 'deleted',
  resize: 'resized',
  cpu_platform: 'given another CPU platform',
  boot_disk: 'given another boot disk',
  attach_disk: 'given another disk',
  detach_disk: 'separated from a disk',
  network_interface: 'given other network interfaces',
  serial_console: 'reached by serial console',
  affinity: 'added to a group',
}

/**
 * Returns why an action is not offered in this state, or null.
 * @param early whether the server takes actions during a create.
 */
export function instanceActionReason(
  action: InstanceAction,
  state: InstanceState,
  early = false,
): string | null {
  if (instanceActionAllowed(action, state, early)) return null
  // An instance can be stopped in many states; the message names the usual one.
  const states = action === 'stop' ? ['running'] : ALLOWED[action]
  return `Only ${either(states)} instances can be ${VERBS[action]}`
}

const either = (words: readonly string[]): string =>
  words.length < 3 ? words.join(' or ') : `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`

/** Minimum time between two automatic restarts of one instance, in milliseconds. */
export const AUTO_RESTART_COOLDOWN = 5 * 60_000

/** Whether a failed instance restarts automatically. Without a policy, it does. */
export const autoRestartEnabled = (policy: 'never' | 'best_effort' | null): boolean => policy !== 'never'

/** Returns the end of the cooldown as RFC 3339, possibly in the past; null if the instance was never restarted. */
export const autoRestartCooldownExpiration = (lastRestart: string | null): string | null =>
  lastRestart && new Date(Date.parse(lastRestart) + AUTO_RESTART_COOLDOWN).toISOString()

/** Whether a failed instance is due for an automatic restart: its policy allows it and no cooldown is left. */
export const restartingSoon = (
  instance: {
    runState: InstanceState
    autoRestartEnabled: boolean
    autoRestartCooldownExpiration?: Date | null
  },
  now: Date,
): boolean =>
  instance.runState === 'failed' &&
  instance.autoRestartEnabled &&
  (!instance.autoRestartCooldownExpiration || instance.autoRestartCooldownExpiration <= now)
