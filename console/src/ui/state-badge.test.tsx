import { diskStates } from '@granary/domain/disk-states.ts'
import { type InstanceState, instanceStates } from '@granary/domain/instance-states.ts'
import { expect, test } from 'vitest'
import { DiskStateBadge, InstanceStateBadge, SnapshotStateBadge } from './state-badge.tsx'
import { render } from './testing.ts'

const face = (badge: React.ReactElement) => {
  const { container } = render(badge)
  const spinner = container.querySelector('[aria-label="Spinner"]') !== null
  return `${container.textContent} ${container.querySelector('[data-color]')?.getAttribute('data-color')}${spinner ? ' spinner' : ''}`
}

test('shows each instance state with a word, a colour, and a spinner while it changes', () => {
  expect(instanceStates.map((state) => face(<InstanceStateBadge state={state} />)).sort()).toEqual([
    'creating info spinner',
    'destroyed neutral',
    'failed danger',
    'migrating info spinner',
    'rebooting info spinner',
    'repairing notice',
    'running positive',
    'starting info spinner',
    'stopped neutral',
    'stopping info spinner',
  ])
})

test('shows each disk state in words without underscores', () => {
  expect(diskStates.map((state) => face(<DiskStateBadge state={state} />)).sort()).toEqual([
    'attached positive',
    'attaching info spinner',
    'creating info spinner',
    'destroyed neutral',
    'detached neutral',
    'detaching info spinner',
    'faulted danger',
    'finalizing info spinner',
    'import ready info',
    'importing from bulk writes info',
    'importing from url info',
    'maintenance notice',
  ])
})

test('marks a snapshot in creation as moving, and a failed one as broken', () => {
  expect(face(<SnapshotStateBadge state="creating" />)).toBe('creating info spinner')
  expect(face(<SnapshotStateBadge state="faulted" />)).toBe('faulted danger')
})

test('a state that passes by itself is late after five minutes', () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const colorOf = (state: InstanceState, since?: Date) => {
    const { container, unmount } = render(<InstanceStateBadge state={state} {...(since && { since })} />)
    const color = container.querySelector('[data-color]')?.getAttribute('data-color')
    unmount()
    return color
  }
  expect(colorOf('starting', ago(4))).toBe('info')
  expect(colorOf('starting', ago(6))).toBe('notice')
  expect(colorOf('starting')).toBe('info')
  expect(colorOf('stopped', ago(600))).toBe('neutral')
})

test('an upload that has lasted for more than an hour is late', () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  expect(face(<DiskStateBadge state="import_ready" since={ago(59)} />)).toBe('import ready info')
  expect(face(<DiskStateBadge state="import_ready" since={ago(61)} />)).toBe('import ready notice')
  expect(face(<DiskStateBadge state="importing_from_bulk_writes" since={ago(61)} />)).toBe(
    'importing from bulk writes notice',
  )
  expect(face(<DiskStateBadge state="finalizing" since={ago(61)} />)).toBe('finalizing notice spinner')
  expect(face(<DiskStateBadge state="import_ready" />)).toBe('import ready info')
})

test('a disk, snapshot or image that is made for too long is late', () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  expect(face(<DiskStateBadge state="creating" since={ago(4)} />)).toBe('creating info spinner')
  expect(face(<DiskStateBadge state="creating" since={ago(6)} />)).toBe('creating notice spinner')
  expect(face(<DiskStateBadge state="detached" since={ago(6)} />)).toBe('detached neutral')
  expect(face(<SnapshotStateBadge state="creating" since={ago(6)} />)).toBe('creating notice spinner')
  expect(face(<SnapshotStateBadge state="ready" since={ago(6)} />)).toBe('ready positive')
})
