import { expect, onTestFinished, test, vi } from 'vitest'
import { callerTurn } from './caller-turns.ts'

const ann = { silo: 'large', user: 'ann' }
const cleo = { silo: 'small', user: 'cleo' }

/** Requests whose code takes some milliseconds, in an event loop whose turns the test makes. */
function open() {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  let callbacks: (() => void)[] = []
  const services = { afterInput: (run: () => void) => void callbacks.push(run) }
  const order: string[] = []
  const arrive = async (lane: typeof ann, name: string, ms: number) => {
    await callerTurn(services, lane)
    order.push(name)
    now += ms
  }
  /** Runs a turn of the event loop and returns the requests that went on in it. */
  const turn = async () => {
    const [ran, from] = [callbacks, order.length]
    callbacks = []
    for (const run of ran) {
      run()
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    return order.slice(from)
  }
  return { arrive, turn, order, settled: () => new Promise((resolve) => setTimeout(resolve, 0)) }
}

test('a request waits for one request of each other silo, however many have arrived', async () => {
  const { arrive, turn, order, settled } = open()
  for (let at = 0; at < 4; at++) {
    void arrive(ann, `ann ${at}`, 7)
    await settled()
  }
  void arrive(cleo, 'cleo', 1)
  await settled()
  expect(order).toEqual(['ann 0'])
  expect(await turn()).toEqual(['ann 1'])
  expect(await turn()).toEqual(['cleo', 'ann 2'])
  void arrive(cleo, 'cleo again', 1)
  expect(await turn()).toEqual(['ann 3'])
  expect(await turn()).toEqual(['cleo again'])
})

test('short requests go on in the turn in which they arrive', async () => {
  const { arrive, turn, order, settled } = open()
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    void arrive(ann, name, 1)
    await settled()
  }
  expect(order).toEqual(['one', 'two', 'three', 'four'])
  expect(await turn()).toEqual(['five'])
  expect(await turn()).toEqual([])
  void arrive(ann, 'later', 1)
  await settled()
  expect(order.at(-1)).toBe('later')
})

test('requests of a host without such turns never wait', () => {
  expect(callerTurn({}, ann)).toBeUndefined()
})
