import { LIMITS } from '@granary/domain/limits.ts'
import { expect, test } from 'vitest'
import { countOpen } from './open-counts.ts'
import { ServerState } from '../context/server-state.ts'

test('counts open streams by owner, and an end only once', () => {
  const services = { state: new ServerState(undefined as never) }
  const { max } = LIMITS.eventStreams
  const open = (owner: string) => countOpen(services, 'eventStreams', owner)
  const ends = Array.from({ length: max }, () => open('ada'))
  expect(() => open('ada')).toThrow()
  open('bob')
  // A stream may end twice: its client goes while the server ends it.
  ends[0]!()
  ends[0]!()
  open('ada')
  expect(() => open('ada')).toThrow()
  for (const end of ends) end()
  for (let count = 1; count < max; count++) open('ada')
  expect(() => open('ada')).toThrow()
})
