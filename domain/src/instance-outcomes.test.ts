import { describe, expect, test } from 'vitest'
import { type InstanceServerAction, instanceServerOutcome } from './instance-outcomes.ts'
import {
  type InstanceAction,
  instanceActionAllowed,
  type InstanceState,
  instanceStates,
} from './instance-states.ts'

describe('server answers', () => {
  const columns = [
    'creating',
    'starting',
    'running',
    'stopping',
    'stopped',
    'rebooting',
    'migrating',
    'failed',
  ] as const
  const table: [InstanceServerAction, string][] = [
    ['start', 'ok no-op no-op 409 ok no-op no-op ok'],
    ['stop', 'ok ok ok ok no-op ok ok ok'],
    ['reboot', '400 no-op ok no-op 400 no-op ok 400'],
    ['delete', 'ok 400 400 400 ok 400 400 ok'],
    ['resize', 'ok 409 409 409 ok 409 409 ok'],
    ['boot_disk', 'ok 409 409 409 ok 409 409 ok'],
    ['auto_restart_policy', 'ok ok ok ok ok ok ok ok'],
    ['attach_disk', 'ok 400 400 400 ok 400 400 400'],
    ['detach_disk', 'ok 400 400 400 ok 400 400 ok'],
    ['external_ip', '400 ok ok ok ok ok 503 400'],
    ['create_network_interface', 'ok 400 400 400 ok 400 400 400'],
    ['delete_network_interface', 'ok 400 400 400 ok 400 400 ok'],
    ['update_network_interface', '400 400 400 400 ok 400 400 400'],
    ['join_affinity_group', 'ok 400 400 400 ok 400 400 ok'],
    ['join_anti_affinity_group', 'ok 400 400 400 ok 400 400 ok'],
    ['serial_console', '400 400 ok 400 400 ok ok 400'],
  ]
  const word = (action: InstanceServerAction, state: InstanceState) => {
    const outcome = instanceServerOutcome(action, state)
    return typeof outcome === 'string' ? outcome : String(outcome.status)
  }

  test.each(table)('%s', (action, outcomes) =>
    expect(columns.map((state) => word(action, state)).join(' ')).toBe(outcomes),
  )

  test('allows during a repair everything that a running instance allows', () => {
    for (const [action] of table)
      expect([action, word(action, 'repairing')]).toEqual([action, word(action, 'running')])
  })

  test('the server allows every offered action', () => {
    const both: InstanceAction[] = ['start', 'stop', 'reboot', 'delete', 'resize', 'boot_disk', 'attach_disk']
    for (const action of [...both, 'detach_disk', 'serial_console'] as const)
      for (const state of instanceStates)
        if (instanceActionAllowed(action, state, true))
          expect(`${action} ${state} ${word(action as InstanceServerAction, state)}`).toBe(
            `${action} ${state} ok`,
          )
  })

  test.each([
    ['start', 'stopping', 'instance must finish stopping before it can be started'],
    ['reboot', 'stopped', 'cannot reboot an instance in state stopped with no VMM'],
    ['reboot', 'failed', 'instance state cannot be changed from failed'],
    ['reboot', 'creating', 'cannot change instance state while it is still being created'],
    ['resize', 'running', 'instance must be stopped to change CPU or memory'],
    ['boot_disk', 'running', 'instance must be stopped to set boot disk'],
    ['attach_disk', 'running', 'cannot attach disk: instance is not fully stopped'],
    ['attach_disk', 'failed', 'cannot attach disk to instance in failed state'],
    ['detach_disk', 'rebooting', 'cannot detach disk: instance is not fully stopped'],
    [
      'join_anti_affinity_group',
      'running',
      'Instance cannot be added to anti-affinity group with reservation',
    ],
  ] as const)('%s while %s: %s', (action, state, message) =>
    expect(instanceServerOutcome(action, state)).toMatchObject({ message }),
  )
})
