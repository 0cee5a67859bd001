import { useQueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import { fireEvent, screen } from '../../../ui/testing.ts'
import { renderInConsole } from '../../testing.tsx'
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

test('does not show the failure of a read that began before the press', async () => {
  let fail = () => {}
  const read = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockImplementationOnce(() => new Promise((_, reject) => (fail = () => reject(new Error('still away')))))
    .mockResolvedValue('two disks')
  const Disks = () => useSuspenseQuery({ queryKey: ['diskList', {}], queryFn: read }).data
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const client = createQueryClient()
  renderInConsole(
    <CatchBoundary getResetKey={() => 'same'} errorComponent={Failed}>
      <Suspense>
        <Disks />
      </Suspense>
    </CatchBoundary>,
    client,
  )
  const again = await screen.findByRole('button', { name: 'Try again' })
  // As another part of the page does that shows the same data.
  void client.refetchQueries({ queryKey: ['diskList'] }, { throwOnError: false })
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  fireEvent.click(again)
  fail()
  expect(await screen.findByText('two disks')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows the part as soon as something else on the page has read its data', async () => {
  const read = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue('two disks')
  const Disks = () => useSuspenseQuery({ queryKey: ['diskList', {}], queryFn: read }).data
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const client = createQueryClient()
  renderInConsole(
    <CatchBoundary getResetKey={() => 'same'} errorComponent={Failed}>
      <Suspense>
        <Disks />
      </Suspense>
    </CatchBoundary>,
    client,
  )
  await screen.findByRole('button', { name: 'Try again' })
  await client.refetchQueries({ queryKey: ['diskList'] })
  expect(await screen.findByText('two disks')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
