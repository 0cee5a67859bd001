import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AUTO_RESTART_COOLDOWN,
  autoRestartCooldownExpiration,
  autoRestartEnabled,
  type InstanceAction,
  instanceActionAllowed,
  instanceActionReason,
  type InstanceServerAction,
  instanceServerOutcome,
  type InstanceState,
  instanceStates,
  isTransitional,
  restartingSoon,
} from './instance-states.ts'

const statesWhere = (holds: (state: InstanceState) => boolean) =>
  instanceStates.filter(holds).sort().join(' ')

test('knows the transient states', () =>
  expect(statesWhere(isTransitional)).toBe('creating migrating rebooting starting stopping'))

describe('offered actions', () => {
  const offered: [InstanceAction, string, string][] = [
    ['start', 'failed stopped', 'Only stopped or failed instances can be started'],
    ['delete', 'failed stopped', 'Only stopped or failed instances can be deleted'],
    ['stop', 'failed rebooting running starting', 'Only running instances can be stopped'],
    ['reboot', 'running', 'Only running instances can be rebooted'],
    ['resize', 'creating failed stopped', 'Only stopped, failed, or creating instances can be resized'],
    [
      'boot_disk',
      'creating failed stopped',
      'Only stopped, failed, or creating instances can be given another boot disk',
    ],
    ['attach_disk', 'creating stopped', 'Only creating or stopped instances can be given another disk'],
    [
      'detach_disk',
      'creating failed stopped',
      'Only creating, stopped, or failed instances can be separated from a disk',
    ],
    ['network_interface', 'stopped', 'Only stopped instances can be given other network interfaces'],
    [
      'serial_console',
      'migrating rebooting repairing running',
      'Only running, rebooting, migrating, or repairing instances can be reached by serial console',
    ],
    ['affinity', 'stopped', 'Only stopped instances can be added to a group'],
  ]

  test.each(offered)('%s', (action, states, reason) => {
    expect(statesWhere((state) => instanceActionAllowed(action, state))).toBe(states)
    expect(instanceActionReason(action, 'destroyed')).toBe(reason)
  })

  test('gives a reason exactly where the action is not offered', () => {
    for (const [action] of offered)
      for (const state of instanceStates)
        expect(instanceActionReason(action, state) === null).toBe(instanceActionAllowed(action, state))
  })
})

describe('offered actions of a server that takes them during a create', () => {
  test.each([
    ['start', 'creating failed stopped'],
    ['stop', 'creating failed rebooting running starting'],
    ['delete', 'creating failed stopped'],
    ['reboot', 'running'],
    ['network_interface', 'stopped'],
  ] as const)('%s', (action, states) => {
    expect(statesWhere((state) => instanceActionAllowed(action, state, true))).toBe(states)
    for (const state of instanceStates)
      expect(instanceActionReason(action, state, true) === null).toBe(
        instanceActionAllowed(action, state, true),
      )
  })
})

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

describe('automatic restart', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const failed = {
    runState: 'failed' as const,
    autoRestartEnabled: true,
    autoRestartCooldownExpiration: null,
  }

  test('is the default', () =>
    expect([
      autoRestartEnabled(null),
      autoRestartEnabled('best_effort'),
      autoRestartEnabled('never'),
    ]).toEqual([true, true, false]))

  test('waits five minutes after the last restart', () => {
    expect(autoRestartCooldownExpiration('2026-11-20T12:00:00.000Z')).toBe('2026-11-20T12:05:00.000Z')
    expect(autoRestartCooldownExpiration(null)).toBeNull()
  })

  test.each([
    ['never restarted before', failed, true],
    ['cooldown over', { ...failed, autoRestartCooldownExpiration: new Date(now.getTime() - 1) }, true],
    ['cooldown over just now', { ...failed, autoRestartCooldownExpiration: now }, true],
    ['cooldown left', { ...failed, autoRestartCooldownExpiration: new Date(now.getTime() + 1) }, false],
    ['switched off', { ...failed, autoRestartEnabled: false }, false],
    ['not failed', { ...failed, runState: 'stopped' as const }, false],
  ])('%s', (_, instance, soon) => expect(restartingSoon(instance, now)).toBe(soon))

  test('a failed instance is due for a restart when its cooldown ends', () => {
    const time = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(time, time, (last, now) => {
        const until = new Date(autoRestartCooldownExpiration(last.toISOString())!)
        const due = now.getTime() - last.getTime() >= AUTO_RESTART_COOLDOWN
        expect(restartingSoon({ ...failed, autoRestartCooldownExpiration: until }, now)).toBe(due)
      }),
    )
  })
})
