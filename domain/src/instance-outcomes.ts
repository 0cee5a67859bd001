import { type InstanceAction, instanceActionAllowed, type InstanceState } from './instance-states.ts'

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
