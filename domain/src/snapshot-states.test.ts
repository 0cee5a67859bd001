import { expect, test } from 'vitest'
import {
  copyStates,
  diskSourceReason,
  imageSourceReason,
  isUsableSource,
  snapshotDeleteReason,
} from './snapshot-states.ts'

test.each([
  { state: 'creating', deletable: false, usable: true },
  { state: 'ready', deletable: true, usable: true },
  { state: 'faulted', deletable: true, usable: false },
  { state: 'destroyed', deletable: false, usable: false },
] as const)('what can be done with a snapshot that is $state', ({ state, deletable, usable }) => {
  expect(snapshotDeleteReason(state) === null).toBe(deletable)
  expect(isUsableSource(state)).toBe(usable)
  expect(imageSourceReason(state) === null).toBe(usable)
  expect(diskSourceReason('snapshots', state) === null).toBe(usable)
  expect(copyStates).toContain(state)
})
