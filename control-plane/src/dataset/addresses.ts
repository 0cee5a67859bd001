import { fixedWidth, fromFixedWidth, nextAddress, usableBounds } from '@granary/domain/ip.ts'
import type { IpPoolRow } from '../database/schema.ts'
import { fail } from './problem.ts'

const PORTS = 65_536
/** Four instances share an address for outbound traffic (SNAT). */
const SHARED_PORTS = PORTS / 4

type Range = { first: string; last: string }
export type External = { ip_pool_id: string; ip: string; first_port: number; last_port: number }

/** An IP pool of the plan: allocates its lowest free address. */
export class AddressPool {
  readonly row: IpPoolRow
  readonly #ranges: Range[]
  /** The taken port ranges by address (32 hex digits): first and last port. */
  readonly #taken = new Map<string, [number, number][]>()
  #next: string | undefined
  #shared: string | undefined

  constructor(row: IpPoolRow, ranges: Range[]) {
    this.row = row
    this.#ranges = ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))
    this.#next = this.#ranges[0]?.first
  }

  /** Takes a whole address, or a port range of one. */
  take(path: string, address: string, firstPort = 0, lastPort = PORTS - 1): External {
    const ip = fixedWidth(address)
    if (!this.#ranges.some((range) => ip >= range.first && ip <= range.last))
      fail(path, `${address} is in no range of IP pool "${this.row.name}"`)
    const taken = this.#taken.get(ip) ?? []
    if (taken.some(([first, last]) => first <= lastPort && firstPort <= last))
      fail(path, `${address} is taken`)
    this.#taken.set(ip, [...taken, [firstPort, lastPort]])
    return { ip_pool_id: this.row.id, ip, first_port: firstPort, last_port: lastPort }
  }

  takeWhole(path: string): External {
    return this.take(path, this.#free(path))
  }

  /** Takes a quarter of the ports of a shared address. */
  takeShared(path: string): External {
    const taken = this.#shared === undefined ? [] : (this.#taken.get(fixedWidth(this.#shared)) ?? [])
    const first = SHARED_PORTS * taken.length
    if (this.#shared === undefined || first === PORTS) {
      this.#shared = this.#free(path)
      return this.take(path, this.#shared, 0, SHARED_PORTS - 1)
    }
    return this.take(path, this.#shared, first, first + SHARED_PORTS - 1)
  }

  #free(path: string): string {
    for (const { first, last } of this.#ranges) {
      if (this.#next === undefined || this.#next > last) continue
      if (this.#next < first) this.#next = first
      while (this.#taken.has(this.#next) && this.#next <= last) this.#next = nextAddress(this.#next)
      if (this.#next <= last) return fromFixedWidth(this.#next)
    }
    return fail(path, `IP pool "${this.row.name}" has no address left`)
  }
}

/** The private addresses of every subnet of the plan. */
export class SubnetAddresses {
  readonly #taken = new Map<string, Set<string>>()
  readonly #next = new Map<string, string>()

  take(path: string, subnetId: string, address: string): string {
    const ip = fixedWidth(address)
    const taken = this.#taken.get(subnetId) ?? new Set<string>()
    if (taken.has(ip)) fail(path, `${address} is taken in this subnet`)
    this.#taken.set(subnetId, taken.add(ip))
    return ip
  }

  /** Returns the lowest free address of one of a subnet's blocks, in 32 hex digits. */
  takeFree(path: string, subnetId: string, block: string): string {
    const { first, last } = usableBounds(block)
    const key = `${subnetId} ${block}`
    const taken = this.#taken.get(subnetId) ?? new Set<string>()
    let candidate = this.#next.get(key) ?? first
    while (taken.has(candidate)) candidate = nextAddress(candidate)
    if (candidate > last) fail(path, `the block ${block} has no address left`)
    this.#next.set(key, nextAddress(candidate))
    this.#taken.set(subnetId, taken.add(candidate))
    return candidate
  }
}
