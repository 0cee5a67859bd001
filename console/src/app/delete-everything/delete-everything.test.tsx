import { EXTENSIONS } from '@granary/contract/call.ts'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { fireEvent, screen } from '../../ui/testing.ts'
import { renderInConsole } from '../testing.tsx'
import DeleteEverything from './delete-everything.tsx'
import type { Deletion, Plan } from './deleting.ts'

const plan: Plan = {
  contents: [{ kind: 'disk', count: 2, first: [] }],
  total: 2,
  stops: 0,
  blocked: 0,
} as never

test('does not call a project empty whose contents failed to load', async () => {
  const read = vi.fn<() => Promise<Plan>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue(plan)
  const deletion: Deletion = {
    extensions: EXTENSIONS,
    place: 'project',
    name: 'shop',
    plan: { queryKey: ['plan'], queryFn: read },
    start: vi.fn<Deletion['start']>(),
    pageOf: () => undefined,
  }
  renderInConsole(<DeleteEverything deletion={deletion} onClose={() => {}} />, createQueryClient())
  expect(await screen.findByText('Contents of the project could not be loaded')).toBeTruthy()
  expect(screen.queryByText(/0 resources/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^2 disks/)).toBeTruthy()
})
