import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setExtensions } from '../../api/extensions.ts'
import { createQueryClient } from '../../api/queries.ts'
import { type Answers, answerWith, refusal } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { screen, within } from '../../ui/testing.ts'
import ProjectFace from './project-face.tsx'
import { WithSummaries } from './use-summaries.tsx'

beforeEach(() => setExtensions(true))
afterEach(() => {
  setExtensions(undefined)
  vi.unstubAllGlobals()
})

const exactly = (count: number) => ({ count, is_capped: false })
const shop = {
  id: 'p1',
  instance_states: [
    { state: 'failed', total: exactly(2) },
    { state: 'running', total: { count: 1000, is_capped: true } },
  ],
  usage: { cpus: 12, memory: 2 ** 34, storage: 0 },
  cpus_of_day: [0, 0, 0, 0, 0, 0, 0, 16, 16, 16, 12, 12, 12],
  time_changed: new Date(Date.now() - 330_000).toISOString(),
}
const capacity = { cpus: 120, memory: 2 ** 36, storage: 2 ** 40 }
const WHOLE: Answers = {
  'GET /experimental/v1/project-summaries': { items: [shop] },
  'GET /v1/utilization': { capacity, provisioned: shop.usage },
}

function show(answers: Answers) {
  answerWith(answers)
  const project = { id: 'p1', name: 'shop' }
  renderInConsole(
    <WithSummaries ids={['p1']}>
      {(['instances', 'cpus', 'memory', 'changed'] as const).map((part) => (
        <div key={part} data-testid={part}>
          <ProjectFace project={project} part={part} />
        </div>
      ))}
    </WithSummaries>,
    createQueryClient(),
  )
}

test('shows instances by state, use with its part of the quota, the day, and the last change', async () => {
  show(WHOLE)
  const failed = await screen.findByRole('link', { name: '2 failed' })
  expect(decodeURIComponent(failed.getAttribute('href')!)).toBe('/projects/shop/instances?state=["failed"]')
  expect(screen.getByTestId('instances').textContent).toContain('1,002+')
  const cpus = screen.getByTestId('cpus')
  expect(within(cpus).getByRole('img', { name: 'vCPUs of the last day: at most 16' })).toBeTruthy()
  expect(cpus.querySelector('[style]')?.getAttribute('style')).toContain('10%')
  expect(screen.getByTestId('memory').textContent).toContain('16 GiB')
  expect(screen.getByTestId('changed').textContent).toBe('5m')
})

test('shows the use alone to users who may not see the quota', async () => {
  show({ ...WHOLE, 'GET /v1/utilization': refusal(403, 'Forbidden', 'Forbidden') })
  expect((await screen.findByText('16', { exact: false })).textContent).toContain('GiB')
  expect(screen.getByTestId('memory').querySelector('[style]')).toBeNull()
})

test('offers a retry in every cell whose summary failed to load', async () => {
  let isBroken = true
  show({
    ...WHOLE,
    'GET /experimental/v1/project-summaries': () =>
      isBroken ? refusal(500, 'Internal', 'Internal Server Error') : { items: [shop] },
  })
  const [retry] = await screen.findAllByRole('button', { name: /try again/i })
  isBroken = false
  retry!.click()
  expect(await screen.findByRole('link', { name: '2 failed' })).toBeTruthy()
})
