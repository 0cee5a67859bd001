import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, pageWith, refusal } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { type Group, KINDS } from '../../kinds/affinity-group/kinds.ts'
import { screen } from '../../ui/testing.ts'
import { Members } from './members.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a button that waits for instances says that they failed to load', async () => {
  answerWith({
    'GET /v1/anti-affinity-groups/g1/members': pageWith(),
    'GET /v1/instances': () => refusal(500, 'Internal', 'Internal Server Error'),
  })
  const group = { id: 'g1', name: 'web' } as Group
  renderInConsole(<Members kind={KINDS['anti-affinity']} group={group} project="shop" />, createQueryClient())
  expect(await screen.findByText('Instances could not be loaded')).toBeTruthy()
  expect(await screen.findByText('The instances could not be loaded')).toBeTruthy()
})
