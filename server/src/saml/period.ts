import { SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import type { Element } from '@xmldom/xmldom'

/** Maximum difference between the clocks of the provider and of this server; milliseconds. */
const CLOCK_SKEW_MS = 60_000

/** The validity of an element, from its `NotBefore` to its `NotOnOrAfter`; either may be open. */
export class Period {
  readonly #begin: number
  readonly #end: number

  /** @throws SamlRefusal for an invalid time. */
  constructor(element: Element) {
    this.#begin = timeOf(element, 'NotBefore') ?? -Infinity
    this.#end = timeOf(element, 'NotOnOrAfter') ?? Infinity
  }

  /** Returns when it ends for this server, whose clock may be late; null when it never ends. */
  get end(): Date | null {
    return this.#end === Infinity ? null : new Date(this.#end + CLOCK_SKEW_MS)
  }

  /** @throws SamlRefusal when it isn't valid now. */
  check(now: Date): void {
    if (now.getTime() + CLOCK_SKEW_MS < this.#begin) throw new SamlRefusal('it is not valid yet')
    if (now.getTime() - CLOCK_SKEW_MS >= this.#end) throw new SamlRefusal('it has expired')
  }
}

const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

function timeOf(element: Element, name: string): number | null {
  const text = element.getAttribute(name)
  if (!text) return null
  const time = FORM.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new SamlRefusal(`its ${name} is not a time`)
  return time
}

export const earliest = (one: Date, other: Date | null): Date => (other && other < one ? other : one)
