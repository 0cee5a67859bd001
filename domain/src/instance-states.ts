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

export type InstanceServerAction =
  | Exclude<InstanceAction, 'affinity' | 'cpu_platform' | 'network_interface'>
  | 'auto_restart_policy'
  | 'external_ip'
  | 'create_network_interface'
  | 'delete_network_interface'
  | 'update_network_interface'
  | 'join_affinity_group'
  | 'join_anti_affinity_group'
/** The action proceeds, is already done, or is refused with a message. */
export type ServerOutcome = 'ok' | 'no-op' | { status: 400 | 409 | 503; message: string }

const refuse = (status: 400 | 409 | 503, message: string): ServerOutcome => ({ status, message })

/** Returns the server's answer to an action in this state. A destroyed instance is never found. */
export function instanceServerOutcome(action: InstanceServerAction, state: InstanceState): ServerOutcome {
  switch (action) {
    case 'start':
      if (state === 'stopping') return refuse(409, 'instance must finish stopping before it can be started')
      return isDown(state) ? 'ok' : 'no-op'
    case 'stop':
      return state === 'stopped' ? 'no-op' : 'ok'
    case 'reboot':
      if (state === 'creating')
        return refuse(400, 'cannot change instance state while it is still being created')
      if (state === 'stopped') return refuse(400, 'cannot reboot an instance in state stopped with no VMM')
      if (state === 'failed') return refuse(400, 'instance state cannot be changed from failed')
      return state === 'running' || state === 'migrating' || state === 'repairing' ? 'ok' : 'no-op'
    case 'delete':
      return isDown(state)
        ? 'ok'
        : refuse(400, 'cannot delete instance: instance is running or has not yet fully stopped')
    case 'resize':
      return isDown(state) ? 'ok' : refuse(409, 'instance must be stopped to change CPU or memory')
    case 'boot_disk':
      return isDown(state) ? 'ok' : refuse(409, 'instance must be stopped to set boot disk')
    case 'attach_disk':
    case 'detach_disk':
      return diskOutcome(action, state)
    case 'serial_console':
      return instanceActionAllowed(action, state)
        ? 'ok'
        : refuse(400, `cannot connect to serial console of instance in state "${state}"`)
    case 'auto_restart_policy':
      return 'ok'
    case 'external_ip':
      if (state === 'migrating')
        return refuse(503, 'external IPs cannot be changed while the instance migrates')
      return state === 'creating' || state === 'failed'
        ? refuse(400, `cannot change external IPs of an instance in state "${state}"`)
        : 'ok'
    case 'create_network_interface':
      return state === 'stopped' || state === 'creating'
        ? 'ok'
        : refuse(400, 'Instance must be stopped to attach a new network interface')
    case 'delete_network_interface':
      return isDown(state)
        ? 'ok'
        : refuse(400, 'Instance must be stopped or failed to detach a network interface')
    case 'update_network_interface':
      return state === 'stopped'
        ? 'ok'
        : refuse(400, 'Instance must be stopped to update its network interfaces')
    case 'join_affinity_group':
      return isDown(state) ? 'ok' : refuse(400, holdsPlace('affinity'))
    case 'join_anti_affinity_group':
      return isDown(state) ? 'ok' : refuse(400, holdsPlace('anti-affinity'))
  }
}

const holdsPlace = (kind: string) => `Instance cannot be added to ${kind} group with reservation`
const isDown = (state: InstanceState): boolean =>
  state === 'creating' || state === 'stopped' || state === 'failed'

function diskOutcome(action: 'attach_disk' | 'detach_disk', state: InstanceState): ServerOutcome {
  const verb = action === 'attach_disk' ? 'attach' : 'detach'
  if (state === 'stopped' || state === 'creating') return 'ok'
  if (state === 'failed')
    return verb === 'detach' ? 'ok' : refuse(400, 'cannot attach disk to instance in failed state')
  return refuse(400, `cannot ${verb} disk: instance is not fully stopped`)
}

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
