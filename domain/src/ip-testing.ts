import fc from 'fast-check'
import { ipVersion } from './ip.ts'

/** Reads an address with nothing but arithmetic: the value, or null. A second opinion. */
export function valueOf(text: string): bigint | null {
  const quad = (part: string): bigint | null => {
    const numbers = part.split('.')
    if (numbers.length !== 4 || !numbers.every((one) => /^\d+$/.test(one) && String(Number(one)) === one))
      return null
    if (numbers.some((one) => Number(one) > 255)) return null
    return numbers.reduce((sum, one) => sum * 256n + BigInt(one), 0n)
  }
  if (!text.includes(':')) {
    const value = quad(text)
    return value === null ? null : (0xffffn << 32n) + value
  }
  const [address, zone, ...rest] = text.split('%') as [string, ...string[]]
  if (rest.length > 0 || (zone !== undefined && !/^[0-9a-zA-Z]+$/.test(zone))) return null
  const groupsOf = (half: string): bigint[] | null => {
    if (half === '') return []
    const groups: bigint[] = []
    const parts = half.split(':')
    for (const [index, part] of parts.entries()) {
      if (part.includes('.')) {
        const value = index === parts.length - 1 ? quad(part) : null
        if (value === null) return null
        groups.push(value >> 16n, value & 0xffffn)
      } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(BigInt(`0x${part}`))
      else return null
    }
    return groups
  }
  const halves = address.split('::')
  if (halves.length > 2 || (halves.length === 2 && halves[0]!.includes('.'))) return null
  const [head, tail] = [groupsOf(halves[0]!), groupsOf(halves[1] ?? '')]
  if (!head || !tail) return null
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const groups = [...head, ...Array.from({ length: missing }, () => 0n), ...tail]
  const value = groups.reduce((sum, group) => sum * 65_536n + group, 0n)
  return zone !== undefined && value / 2n ** 118n !== 0b1111111010n ? null : value
}

/** Any address. */
export const address = fc.oneof(fc.ipV4(), fc.ipV6())
const width = (text: string) => fc.nat(ipVersion(text) === 'v4' ? 32 : 128)
/** Any address with any width, host bits and all. */
export const network = address.chain((text) => width(text).map((bits) => `${text}/${bits}`))
