/** Holds callers while it is closed. */
export type Gate = {
  readonly closed: boolean
  close: () => void
  open: () => void
  /** Resolves when the gate is open. */
  passed: () => Promise<void>
}

/** An open gate. */
export function createGate(): Gate {
  let waiting: (() => void)[] = []
  let closed = false
  return {
    get closed() {
      return closed
    },
    close: () => {
      closed = true
    },
    open: () => {
      closed = false
      const all = waiting
      waiting = []
      for (const go of all) go()
    },
    passed: () => (closed ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
  }
}
