import { expect } from 'vitest'
import { type Ask, asking, UnknownOutcome } from './asking.ts'
import { compareAll, compareBytes, look, unsettled } from './comparing.ts'
import { randomStep } from './steps.ts'
import { noThings, type Things } from './things.ts'

const CLIENTS = 8
/** Milliseconds of load until the server is disturbed, at most. */
const LOAD_MS = 1_500

type Disturbed = {
  /** The address of the server now, and the session to ask it with. */
  server: () => { url: string; cookie: string }
  /** Breaks something in mid-load. */
  strike: () => void
  /** Mends it. Returns when the server is ready again. */
  recover: () => Promise<void>
}

/**
 * Disturbs a server in mid-load, again and again: creates, starts, stops, deletes, disks, snapshots and uploads of several clients.
 * After each time nothing acknowledged is missing, nothing is there twice, and uploaded bytes are as they were sent. At the end
 * everything becomes what was last requested.
 */
export async function survive(rounds: number, { server, strike, recover }: Disturbed): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, noThings)
  const ask: Ask = (...request) => asking(server().url, server().cookie)(...request)
  const made = await ask('POST', '/v1/projects', { name: 'p', description: '' })
  expect(made.status).toBe(201)
  let inFlight = 0
  for (let round = 0; round < rounds; round++) {
    let struck = false
    const timer = setTimeout(() => {
      struck = true
      strike()
    }, LOAD_MS * Math.random())
    const names = (client: number) => {
      let count = 0
      return () => `${round}-${client}-${count++}`
    }
    const ended = await Promise.all(
      clients.map((things, client) => workUntil(() => struck, things, ask, names(client))),
    )
    clearTimeout(timer)
    inFlight += ended.filter((end) => end === 'unknown').length
    await recover()
    compareAll(await look(ask), clients)
    for (const things of clients) await compareBytes(ask, things)
  }
  // Otherwise the disturbance came when nobody asked for anything, and proved nothing.
  expect(inFlight).toBeGreaterThan(0)
  await expect.poll(async () => unsettled(await look(ask), clients), { interval: 500 }).toEqual([])
  const metrics = async () => (await fetch(`${server().url}/metrics`)).text()
  await expect.poll(metrics, { interval: 500 }).toMatch(/^granary_tasks 0$/m)
}

/** Works until the disturbance. @returns how the last request ended. */
async function workUntil(
  struck: () => boolean,
  things: Things,
  ask: Ask,
  name: () => string,
): Promise<'unknown' | 'answered'> {
  while (!struck())
    try {
      await randomStep(things, ask, name())
    } catch (error) {
      if (error instanceof UnknownOutcome && struck()) return 'unknown'
      throw error
    }
  return 'answered'
}
