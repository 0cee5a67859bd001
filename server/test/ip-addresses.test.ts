// A second opinion on the addresses of domain/, which can't use Node.
import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { address, network } from '@granary/domain/ip-testing.ts'
import { fixedWidth, ipProblem, ipVersion, rangeSize, subnetContains } from '@granary/domain/ip.ts'
import { rangeContains } from '@granary/domain/ip-ranges.ts'

const family = (text: string) => (ipVersion(text) === 'v4' ? 'ipv4' : 'ipv6')
/** Node matches IPv4 addresses with IPv6 networks of mapped addresses, which are IPv4 for the rules. */
const isMapped = (text: string) =>
  ipVersion(text) === 'v6' && fixedWidth(text.split('/')[0]!).startsWith('00000000000000000000ffff')

/** Texts near the edge of what an address is. */
const almost = fc.oneof(
  address,
  fc.string({ unit: fc.constantFrom('0', '1', '9', '25', 'f', ':', '::', '.', '/', ' '), maxLength: 12 }),
)

test('Node and the rule agree on what an address is', () => {
  fc.assert(
    fc.property(almost, (text) => {
      expect(ipProblem(text) === null).toBe(isIP(text) !== 0)
    }),
  )
})

test("a network contains the addresses that Node's block list contains", () => {
  fc.assert(
    fc.property(network, address, (net, other) => {
      fc.pre(!isMapped(net) && !isMapped(other))
      const [base, width] = net.split('/') as [string, string]
      const list = new BlockList()
      list.addSubnet(base, Number(width), family(base))
      for (const text of [base, other])
        expect(subnetContains(net, text)).toBe(
          family(text) === family(base) && list.check(text, family(text)),
        )
    }),
  )
})

test("a range contains the addresses that Node's block list contains", () => {
  fc.assert(
    fc.property(fc.tuple(fc.ipV4(), fc.ipV4(), fc.ipV4()), ([one, two, other]) => {
      const [first, last] = [one, two].toSorted((a, b) => (fixedWidth(a) < fixedWidth(b) ? -1 : 1)) as [
        string,
        string,
      ]
      const list = new BlockList()
      list.addRange(first, last)
      const fixed = fixedWidth(other)
      const range = { first: fixedWidth(first), last: fixedWidth(last) }
      expect(rangeContains(range, { first: fixed, last: fixed })).toBe(list.check(other))
      expect(rangeSize(first, last) >= 1n).toBe(true)
    }),
  )
})
