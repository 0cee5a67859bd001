import { expect } from 'vitest'
import { type Ask, asking, UnknownOutcome } from './asking.ts'
import { compareAll, compareBytes, compareParts, look, unsettled } from './comparing.ts'
import { prepare } from './preparing.ts'
import { randomStep } from './steps.ts'
import type { Things } from './things.ts'

const CLIENTS = 8
/** Milliseconds of load until the server is disturbed, at most. */
const LOAD_MS = 1_500
/** Rounds after which everything must settle before the next one. */
const ROUNDS_PER_REST = 10
/** Milliseconds until everything must have settled in a long run by hand; tests on busy machines have the usual time. */
const SETTLE = process.env.GRANARY_KILLS ? { timeout: 30_000 } : {}

type Disturbed = {
  /** The address of the server now, and the session to ask it with. */
  server: () => { url: string; cookie: string }
  /** Breaks something in mid-load. */
  strike: () => void
  /** Mends it. Returns when the server is ready again. */
  recover: () => Promise<void>
}

/**
 * Disturbs a server in mid-load, again and again: creates with networks, addresses and boot images, starts, stops, deletes, disks,
 * snapshots and uploads of several clients. After each time nothing acknowledged is missing, nothing is there twice, and uploaded bytes are as they were sent. Every ten times
 * and at the end everything becomes what was last requested.
 */
export async function survive(rounds: number, { server, strike, recover }: Disturbed): Promise<void> {
  let pending = 0
  const ask: Ask = async (...request) => {
    pending += 1
    try {
      return await asking(server().url, server().cookie)(...request)
    } finally {
      pending -= 1
    }
  }
  const clients = await prepare(ask, CLIENTS)
  const figures = { rounds, steps: 0, inFlight: 0, unknown: 0, settleSeconds: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    let struck = false
    const timer = setTimeout(() => {
      struck = true
      figures.inFlight += pending
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
    for (const { steps, isUnknown } of ended) {
      figures.steps += steps
      if (isUnknown) figures.unknown += 1
    }
    await recover()
    compareAll(await look(ask), clients)
    for (const things of clients) {
      await compareParts(ask, things)
      await compareBytes(ask, things)
    }
    if ((round + 1) % ROUNDS_PER_REST === 0 || round === rounds - 1)
      figures.settleSeconds.push(await settle(ask, clients, server().url))
  }
  // Otherwise the disturbance came when nobody asked for anything, and proved nothing. Their outcomes may all be known even so: the
  // server repeats what a short restart of PostgreSQL interrupts.
  expect(figures.inFlight).toBeGreaterThan(0)
  if (process.env.GRANARY_KILLS) console.log(expect.getState().currentTestName, figures)
}

/** Waits until everything is as it was last requested, and no task is left. @returns the seconds that it took. */
async function settle(ask: Ask, clients: readonly Things[], url: string): Promise<number> {
  const begun = Date.now()
  const options = { interval: 500, ...SETTLE }
  await expect.poll(async () => unsettled(await look(ask), clients), options).toEqual([])
  const metrics = async () => (await fetch(`${url}/metrics`)).text()
  await expect.poll(metrics, options).toMatch(/^granary_tasks 0$/m)
  return Math.round((Date.now() - begun) / 100) / 10
}

/** Works until the disturbance. @returns how many steps ended, and whether the answer to the last request is missing. */
async function workUntil(
  struck: () => boolean,
  things: Things,
  ask: Ask,
  name: () => string,
): Promise<{ steps: number; isUnknown: boolean }> {
  let steps = 0
  while (!struck())
    try {
      await randomStep(things, ask, name())
      steps += 1
    } catch (error) {
      if (error instanceof UnknownOutcome && struck()) return { steps, isUnknown: true }
      throw error
    }
  return { steps, isUnknown: false }
}
