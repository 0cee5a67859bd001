import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AUTO_RESTART_COOLDOWN,
  autoRestartCooldownExpiration,
  autoRestartEnabled,
  type InstanceAction,
  instanceActionAllowed,
  instanceActionReason,
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
