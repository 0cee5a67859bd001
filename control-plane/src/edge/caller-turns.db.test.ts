import { expect, onTestFinished, test, vi } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

/** Checks that a request waits for its turn. @returns its outcome after that. */
async function afterItsTurn(begin: (world: World, cookie: string) => Promise<unknown>) {
  const world = await openWorld({ started: false })
  onTestFinished(() => world.close())
  const cookie = await world.signIn('admin', 'secret')
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  onTestFinished(() => clock.mockRestore())
  const turns: (() => void)[] = []
  world.services.afterInput = (run) => void turns.push(run)
  const get = async () => (await world.ask('GET', '/v1/projects')).status
  expect(await get()).toBe(200)
  const second = begin(world, cookie)
  const soon = new Promise((resolve) => setTimeout(() => resolve('waits'), 200))
  expect(await Promise.race([second, soon])).toBe('waits')
  turns.shift()!()
  return second
}

test('a request waits for its turn when another one has taken the time of this one', async () => {
  const get = async (world: World) => (await world.ask('GET', '/v1/projects')).status
  expect(await afterItsTurn(get)).toBe(200)
})

test('so does the websocket of a serial console', async () => {
  const open = async ({ controlPlane }: World, cookie: string) => {
    const path = `/v1/instances/${crypto.randomUUID()}/serial-console/stream`
    return controlPlane
      .openSerial(new Request(`http://test${path}`, { headers: { cookie } }))
      .catch(({ status }: { status: number }) => status)
  }
  expect(await afterItsTurn(open)).toBe(404)
})
