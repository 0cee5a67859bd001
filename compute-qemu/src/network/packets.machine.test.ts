import fc from 'fast-check'
import { type HostedNetwork, makeSpec } from '@granary/domain/network-spec/make.ts'
import { explainer } from '@granary/domain/reachability/explain.ts'
import type { Traffic } from '@granary/domain/reachability/network.ts'
import { expect, test } from 'vitest'
import { type Guest, PORTS } from './testing/guest.ts'
import { makeLab } from './testing/lab.ts'
import { INTERNET } from './testing/lab-host.ts'
import { anyHosted, SENDERS, TARGETS } from './testing/random-network.ts'

const NETWORKS = 200
const QUESTIONS = 50
/** Labs side by side: most of the time goes by waiting for replies that must not come. */
const LANES = 4
/** How long to wait for a reply that must come, and for one that must not; milliseconds. */
const [PATIENCE, SILENCE] = [30_000, 200]
const { GRANARY_SEED: seed = '1' } = process.env

const TRAFFIC: Traffic[] = [
  { protocol: 'icmp' },
  ...(['tcp', 'udp'] as const).flatMap((protocol) => PORTS.map((port) => ({ protocol, port }))),
]
/** Addresses of the sender on the internet. */
const OUTSIDE = { v4: INTERNET[0]!, v6: INTERNET[2]! }
/** Addresses of an external subnet are the machine's own. */
const EXTRA: Record<string, string[]> = { db: ['203.0.113.65'] }
const QUESTION = fc.record({
  from: fc.constantFrom(...SENDERS, ...SENDERS, 'internet' as const),
  to: fc.constantFrom(...TARGETS),
  traffic: fc.constantFrom(...TRAFFIC),
})

test('packets do what the explainer says', async () => {
  const parameters = seed === 'random' ? { numRuns: NETWORKS } : { numRuns: NETWORKS, seed: Number(seed) }
  const networks = fc.sample(anyHosted, parameters)
  const questions = fc.sample(fc.array(QUESTION, { minLength: QUESTIONS, maxLength: QUESTIONS }), parameters)
  const seen = { yes: 0, no: 0 }
  const compareLane = async (lane: number) => {
    const compare = await comparison(seen)
    try {
      for (let at = lane; at < NETWORKS; at += LANES) await compare.one(networks[at]!, questions[at]!)
    } finally {
      await compare.end()
    }
  }
  await Promise.all(Array.from({ length: LANES }, (_, lane) => compareLane(lane)))
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(500)
})

type Question = typeof QUESTION extends fc.Arbitrary<infer Value> ? Value : never

/** Makes a lab, in which networks follow each other, so that changes are tested too. */
async function comparison(seen: { yes: number; no: number }) {
  const lab = await makeLab()
  const guests = new Map<string, Guest>([['internet', lab.internet]])
  let count = 0
  const one = async (network: HostedNetwork, questions: readonly Question[]) => {
    const spec = { ...makeSpec(network), version: String(count++) }
    await lab.networks.ensure(spec)
    if (count === 1)
      for (const name of SENDERS) guests.set(name, await lab.guest(spec, `nic-${name}`, EXTRA[name]))
    const ask = explainer(network)
    const check = async ({ from, to, traffic }: Question) => {
      // A machine reaches its own addresses without the network.
      if (EXTRA[from]?.includes(to)) return []
      const ipVersion = to.includes(':') ? 'v6' : 'v4'
      const sender = from === 'internet' ? OUTSIDE[ipVersion] : `instance/${from}`
      const answer = ask({ from: sender, to, traffic, ipVersion })
      if (!('reachable' in answer)) return []
      const { reachable, obstacle, there } = answer
      // The internet of the lab does not answer at addresses of the pools that no machine has.
      if (there.at(-1)?.type === 'internet' && !INTERNET.includes(to)) return []
      // A way that ends at a route leads to what is behind a machine that forwards: nothing, in the lab.
      if (reachable && there.at(-1)?.type === 'route') return []
      seen[reachable ? 'yes' : 'no']++
      // From outside, an interface has the address of its instance.
      const entry = from === 'internet' ? there.find(({ type }) => type === 'external_ip') : undefined
      const address = entry?.type === 'external_ip' ? entry.address : to
      const reply = await guests
        .get(from)!
        .send({ port: 0, ...traffic, to: address, timeout: reachable ? PATIENCE : SILENCE })
      return (reply !== null) === reachable
        ? []
        : [{ from, to, traffic, reachable, obstacle: obstacle?.code }]
    }
    const wrong = (await Promise.all(questions.map(check))).flat()
    expect(wrong, JSON.stringify({ spec })).toEqual([])
  }
  return { one, end: () => lab.end() }
}
