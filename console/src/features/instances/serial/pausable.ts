/** What is held back at most while the output is paused; older bytes would not be in the scrollback anyway. */
const MOST = 1_048_576

type Screen = {
  write: (bytes: Uint8Array) => void
  /** Empties the screen: what was shown comes again. */
  reset: () => void
}

/** Lets a screen stand still while output goes on: what comes meanwhile is held back and shown afterwards. */
export function pausable(screen: Screen) {
  let held: Uint8Array[] | null = null
  let size = 0
  let isReset = false

  const hold = (bytes: Uint8Array) => {
    held!.push(bytes)
    size += bytes.length
    while (size > MOST && held!.length > 1) size -= held!.shift()!.length
  }
  return {
    write: (bytes: Uint8Array): void => (held ? hold(bytes) : screen.write(bytes)),
    reset: (): void => {
      if (!held) return screen.reset()
      isReset = true
      held = []
      size = 0
    },
    /** @param paused whether the screen stands still from now on. */
    setPaused(paused: boolean): void {
      if (paused === (held !== null)) return
      const waiting = held ?? []
      held = paused ? [] : null
      size = 0
      if (isReset) screen.reset()
      isReset = false
      for (const bytes of waiting) screen.write(bytes)
    },
  }
}
