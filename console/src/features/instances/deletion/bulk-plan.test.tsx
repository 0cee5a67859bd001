import { EXTENSIONS } from '@granary/contract/call.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import BulkDialog from '../../../app/bulk/bulk-dialog.tsx'
import { fireEvent, render, screen, waitFor } from '../../../ui/testing.ts'
import { BULK } from '../bulk.ts'
import { answerWith, pageWith, refusal } from '../../../api/testing.ts'

afterEach(() => vi.unstubAllGlobals())

const SUMMARY = 'POST /experimental/v1/instances-deletion-summary'
const JOB = 'POST /experimental/v1/bulk-jobs'
const summary = (disks: number, blocked = { disks: 0, instances: 0 }) => ({
  instances: 2,
  deletes: { network_interfaces: 2, ephemeral_ips: 1, snat_ips: 0, group_memberships: 0 },
  keeps: { disks, disk_size: disks * 2 ** 30, floating_ips: 2 },
  blocked,
})
const remove = BULK.actions.find(({ operation }) => operation === 'instance_delete')!
const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BulkDialog
        extensions={EXTENSIONS}
        action={remove}
        thing={BULK.thing}
        targets={['a', 'b'].map((id) => ({ id, name: id, reason: null }))}
        onStarted={() => {}}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
const words = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
const job = { id: 'j1', operation: 'instance_delete', total: 0, waiting: 0, succeeded: 0, failed: 0 }
const started = {
  [JOB]: job,
  'GET /experimental/v1/bulk-jobs/j1': { ...job, time_created: '', time_completed: '2026-11-21T12:00:00Z' },
  'GET /experimental/v1/bulk-jobs/j1/items': pageWith(),
}

test('counts deleted and kept resources, and keeps the disks unless the box is checked', async () => {
  const requested = answerWith({ [SUMMARY]: summary(3), ...started })
  show()
  await screen.findByText('Also deleted:')
  expect(words()).toEqual(['2 network interfaces, 1 ephemeral IP', '3 disks (3 GiB), 2 floating IPs'])
  press()
  await waitFor(() => {
    const sent = requested.find(({ call }) => call === JOB)
    expect(sent?.body).toEqual({ operation: 'instance_delete', ids: ['a', 'b'] })
  })
})

test('deletes the disks if the box is checked, and counts lost disks and blocked ones', async () => {
  const requested = answerWith({ [SUMMARY]: summary(3, { disks: 1, instances: 1 }), ...started })
  show()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Delete the 3 disks too' }))
  expect(words()).toEqual(['3 disks (3 GiB), 2 network interfaces, 1 ephemeral IP', '2 floating IPs'])
  expect(screen.getByText(/All data on 3 disks is lost for good/)).toBeTruthy()
  expect(screen.getByText(/One of the disks cannot be deleted now: the instance that has it/)).toBeTruthy()
  press()
  await waitFor(() => {
    const sent = requested.find(({ call }) => call === JOB)
    expect(sent?.body).toEqual({ operation: 'instance_delete_with_disks', ids: ['a', 'b'] })
  })
})

test("shows no checkbox without disks, and explains the rule if the plan can't be loaded", async () => {
  answerWith({ [SUMMARY]: summary(0) })
  const { unmount } = show()
  await screen.findByText('Also deleted:')
  expect(screen.queryByRole('checkbox')).toBeNull()
  unmount()
  answerWith({ [SUMMARY]: () => refusal(500, 'Internal', 'Internal Server Error') })
  show()
  expect(await screen.findByText(/Their disks are detached and kept/)).toBeTruthy()
})
