import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, pageWith, refusal } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { screen } from '../../ui/testing.ts'
import { InstanceGroups } from './instance-groups.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a button that waits for groups says that they failed to load', async () => {
  answerWith({
    'GET /v1/instances/i1/anti-affinity-groups': pageWith(),
    'GET /v1/anti-affinity-groups': () => refusal(500, 'Internal', 'Internal Server Error'),
  })
  const instance = { id: 'i1', name: 'web', runState: 'stopped' as const }
  renderInConsole(
    <InstanceGroups kind="anti-affinity" project="shop" instance={instance} />,
    createQueryClient(),
  )
  expect(await screen.findByText('Groups to choose from could not be loaded')).toBeTruthy()
  expect(await screen.findByText('The groups could not be loaded')).toBeTruthy()
})
