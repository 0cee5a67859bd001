import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith } from '../../api/testing.ts'
import { render, waitFor } from '../../ui/testing.ts'
import { SiloIssueBadge, SystemIssueBadge } from './badges.tsx'

test.each([
  ['GET /experimental/v1/system/issue-count', SystemIssueBadge],
  ['GET /experimental/v1/issue-count', SiloIssueBadge],
])('shows the answer of %s', async (call, Badge) => {
  answerWith({ [call]: { count: 6, is_capped: true } })
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <Suspense fallback={null}>
        <Badge />
      </Suspense>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(container.textContent).toBe('6+'))
})
