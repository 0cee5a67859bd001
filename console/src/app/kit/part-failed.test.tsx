import { useQueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { fireEvent, screen } from '../../ui/testing.ts'
import { renderInConsole } from '../testing.tsx'
import { partFailed } from './part-failed.tsx'

const Failed = partFailed('Disks')

afterEach(() => vi.restoreAllMocks())

test('retries a part while another query mounts, which clears the reset boundary', async () => {
  const read = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue('two disks')
  let clear = () => {}
  function Disks() {
    return useSuspenseQuery({ queryKey: ['diskList', {}], queryFn: read }).data
  }
  function Part() {
    const boundary = useQueryErrorResetBoundary()
    useEffect(() => void (clear = boundary.clearReset), [boundary])
    return (
      <CatchBoundary getResetKey={() => 'same'} errorComponent={Failed}>
        <Suspense>
          <Disks />
        </Suspense>
      </CatchBoundary>
    )
  }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  renderInConsole(<Part />, createQueryClient())
  const again = await screen.findByRole('button', { name: 'Try again' })
  // As the effect of a query that mounts does, after the press and before React renders.
  window.addEventListener('click', () => clear(), { once: true })
  fireEvent.click(again)
  expect(await screen.findByText('two disks')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
