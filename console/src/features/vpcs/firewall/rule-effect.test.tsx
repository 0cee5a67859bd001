import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import { answerWith, pageWith, refusal } from '../../../api/testing.ts'
import { renderInConsole } from '../../../app/testing.tsx'
import { fireEvent, screen } from '../../../ui/testing.ts'
import { EffectDetails } from './rule-effect.tsx'
import type { Rule } from './rules.ts'
import { useEffects } from './use-effects.ts'

vi.mock('../use-vpc.ts', () => ({
  useVpcPath: () => ({ project: 'shop', vpc: 'main' }),
  useVpc: () => ({ id: 'v1', name: 'main' }),
}))

afterEach(() => vi.unstubAllGlobals())

const rule: Rule = {
  id: 'r1',
  vpcId: 'v1',
  timeCreated: new Date(0),
  timeModified: new Date(0),
  name: 'allow-https',
  description: '',
  action: 'allow',
  direction: 'inbound',
  status: 'enabled',
  priority: 0,
  targets: [{ type: 'vpc', value: 'main' }],
  filters: { hosts: null, ports: null, protocols: null },
}
const rules = [rule]

function Details() {
  const { effects, error } = useEffects(rules)
  return <EffectDetails effect={effects.get(rule.id)} error={error} />
}

test('says that the instances of a rule failed to load, and reads them again', async () => {
  let answer: () => unknown = () => refusal(500, 'Internal', 'Internal Server Error')
  answerWith({ 'GET /v1/vpc-subnets': pageWith(), 'GET /v1/instances': () => answer() })
  renderInConsole(<Details />, createQueryClient())
  expect(await screen.findByText('The instances that the rule applies to could not be loaded')).toBeTruthy()
  answer = () => pageWith()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Applies to no instance today.')).toBeTruthy()
})

test('says nothing to users who may not see the instances', async () => {
  const requested = answerWith({
    'GET /v1/vpc-subnets': pageWith(),
    'GET /v1/instances': () => refusal(403, 'Forbidden', 'Forbidden'),
  })
  renderInConsole(<Details />, createQueryClient())
  await vi.waitFor(() => expect(requested).toHaveLength(2))
  expect(screen.queryByRole('alert')).toBeNull()
})
