import type { ItemOf } from '@granary/contract/call.ts'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { screen } from '../../ui/testing.ts'
import { instanceColumns } from './columns.tsx'

const starting = (note: string | null) =>
  ({
    runState: 'starting',
    startProblem: null,
    timeRunStateUpdated: new Date(),
    note,
  }) as ItemOf<'instanceList'>

/** Renders the state of an instance as lists have it. */
function show(note: string | null) {
  const columns = instanceColumns({ projectOf: () => 'shop', onResize: () => {} })
  const { cell } = columns.find(({ header }) => header === 'state')!
  const render = cell as (context: unknown) => ReactNode
  return renderInConsole(<>{render({ row: { original: starting(note) } })}</>, createQueryClient())
}

test('a list says at the state what an instance waits for', async () => {
  show('3 others start first')
  expect(await screen.findByText('starting')).toBeTruthy()
  expect(screen.getByRole('button', { name: '3 others start first.' })).toBeTruthy()
})

test('a state without a note has no mark', async () => {
  show(null)
  expect(await screen.findByText('starting')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
