/** Returns a script that shifts the clock of the pages by some hours, and not by those of a script before it. */
export const shiftClock = (hours: number): string => `
  const RealDate = Date.real ?? Date
  const now = () => RealDate.now() + ${hours * 3_600_000}
  window.Date = class extends RealDate {
    constructor(...values) {
      if (values.length > 0) super(...values)
      else super(now())
    }
    static now = now
    static real = RealDate
  }
`
