import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import { render, screen } from '../../../ui/testing.ts'
import { answerWith, refusal } from '../testing.tsx'
import BulkPlan from './bulk-plan.tsx'

afterEach(() => vi.unstubAllGlobals())

const planWith = (disks: number) => ({
  blocked: null,
  deletes: {
    network_interfaces: [{ id: 'n1', name: 'net0', ips: [] }],
    external_ips: [],
    affinity_group_memberships: [],
    anti_affinity_group_memberships: [],
  },
  keeps: {
    disks: Array.from({ length: disks }, (_, at) => ({
      id: `d${at}`,
      name: `disk-${at}`,
      size: 2 ** 30,
      state: 'attached',
      boot: false,
      delete_blocked: null,
    })),
    floating_ips: [],
  },
})
const show = (ids: string[]) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BulkPlan ids={ids} />
    </QueryClientProvider>,
  )
const path = (id: string) => `GET /experimental/v1/instances/${id}/deletion-plan`
const words = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

test('what goes and what stays is added up', async () => {
  answerWith({ [path('a')]: planWith(1), [path('b')]: planWith(2) })
  show(['a', 'b'])
  await screen.findByText('With them go:')
  expect(words()).toEqual(['2 network interfaces', '3 disks (3 GiB)'])
})

test('where one plan cannot be had, and for very many, the rule is said instead', async () => {
  answerWith({
    [path('a')]: planWith(1),
    [path('b')]: () => refusal(500, 'Internal', 'Internal Server Error'),
  })
  const { unmount } = show(['a', 'b'])
  expect(await screen.findByText(/Their disks are detached and stay/)).toBeTruthy()
  unmount()
  const asked = answerWith({})
  show(Array.from({ length: 51 }, (_, at) => `i${at}`))
  expect(await screen.findByText(/Their disks are detached and stay/)).toBeTruthy()
  expect(asked).toEqual([])
})
