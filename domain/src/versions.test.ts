import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareVersions, majorOf, versionProblem, versionSortKey } from './versions.ts'

// The examples of https://semver.org, section 11, and some more; the oldest first.
const ORDER = [
  '0.9.10',
  '1.0.0-0',
  '1.0.0-2',
  '1.0.0-11',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-alpha-',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.9',
  '1.0.10',
  '1.2.0',
  '2.0.0',
  '10.0.0',
  `1${'0'.repeat(30)}.0.0`,
]

describe('compareVersions', () => {
  test('orders versions as semver.org does', () => {
    const signs = ORDER.map((one) => ORDER.map((other) => Math.sign(compareVersions(one, other))))
    expect(signs).toEqual(ORDER.map((_, one) => ORDER.map((__, other) => Math.sign(one - other))))
  })

  test('ignores build metadata', () => {
    expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0)
    expect(compareVersions('1.0.0-rc.1+z', '1.0.0')).toBe(-1)
  })
})

describe('versionSortKey', () => {
  const number = fc.nat({ max: 120 }).map(String)
  const word = fc.stringMatching(/^[a-c-]{1,3}$/)
  const parts = fc.array(fc.oneof(number, word), { maxLength: 3 })
  const version = fc
    .tuple(number, number, number, parts, parts)
    .map(([major, minor, patch, prerelease, build]) => {
      const tail = (sign: string, some: string[]) => (some.length > 0 ? sign + some.join('.') : '')
      return `${major}.${minor}.${patch}${tail('-', prerelease)}${tail('+', build)}`
    })

  test('sorts by precedence, and differs for every version', () => {
    fc.assert(
      fc.property(version, version, (one, other) => {
        expect(versionProblem(one)).toBe(null)
        const [a, b] = [versionSortKey(one), versionSortKey(other)]
        const order = compareVersions(one, other)
        if (order !== 0) expect(a < b).toBe(order < 0)
        expect(a === b).toBe(one === other)
      }),
    )
  })
})

test.each([
  '',
  '1',
  '1.0',
  '01.0.0',
  '1.0.0-',
  '1.0.0-01',
  '1.0.0+',
  'v1.0.0',
  '1.0.0 ',
  '1.0.0\n',
  `1.0.0-${'a'.repeat(60)}`,
])('refuses %j', (text) => {
  expect(versionProblem(text)).not.toBe(null)
})

test('reads the major number, however long', () => {
  expect(majorOf(`9${'0'.repeat(20)}.0.0`)).toBe(9n * 10n ** 20n)
})
