import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/queries.ts'
import { answerWith, pageWith } from '../api/testing.ts'
import { render, screen } from '../ui/testing.ts'
import RefusedNotice from './refused-notice.tsx'

afterEach(() => vi.unstubAllGlobals())

const ME = { id: 'u1', display_name: 'ann', silo_id: 's1', silo_name: 'main', fleet_viewer: false }

test('first tells a new user to ask for a role, and then that the identity provider may be wrong', async () => {
  answerWith({
    'GET /v1/me': ME,
    'GET /v1/me/groups': pageWith(),
    'GET /v1/policy': { role_assignments: [] },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RefusedNotice />
    </QueryClientProvider>,
  )
  const docs = await screen.findByRole('link', { name: 'docs' })
  expect(docs.parentElement?.textContent).toMatch(
    /^You have no role .* Ask an administrator to give you a role\. If .* identity provider .* probably misconfigured/,
  )
})
