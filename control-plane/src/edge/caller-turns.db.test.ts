import { expect, onTestFinished, test, vi } from 'vitest'
import { openWorld } from '../../test/world.ts'

test('a request waits for its turn when another one has taken the time of this one', async () => {
  const world = await openWorld({ started: false })
  onTestFinished(() => world.close())
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  onTestFinished(() => clock.mockRestore())
  const turns: (() => void)[] = []
  world.services.afterInput = (run) => void turns.push(run)
  const get = async () => (await world.ask('GET', '/v1/projects')).status
  expect(await get()).toBe(200)
  const second = get()
  const soon = new Promise((resolve) => setTimeout(() => resolve('waits'), 200))
  expect(await Promise.race([second, soon])).toBe('waits')
  turns.shift()!()
  expect(await second).toBe(200)
})
